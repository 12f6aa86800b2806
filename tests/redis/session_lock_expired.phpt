--TEST--
A session in Redis whose lock has expired is not written when another isolated scope has the lock, as with two processes
--EXTENSIONS--
session
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
@ini_set('session.save_handler', 'redis') !== false or die('skip phpredis was built without sessions');
?>
--INI--
session.use_cookies=0
session.cache_limiter=
redis.session.locking_enabled=1
redis.session.lock_expire=100
redis.session.lock_wait_time=20000
redis.session.lock_retries=1000
--FILE--
<?php
// schedules: none it waits for the clock of the server
use Async\Scope;
use function Async\{await, delay};

require __DIR__ . '/redis.inc';
$server = server('redis');
ini_set('session.save_handler', 'redis');
ini_set('session.save_path', "tcp://$server[host]:$server[port]");
$id = preg_replace('/\W/', '', server_own_name());

$has_lock = false;
$has_written = false;
$scopes = [Scope::isolated(), Scope::isolated(), Scope::isolated()];
$late = $scopes[0]->spawn(function () use ($id, &$has_lock, &$has_written) {
    ini_set('redis.session.lock_expire', 1);
    session_id($id);
    session_start();
    $_SESSION['by'] = 'late';
    while (!$has_lock) {
        delay(5);
    }
    $result = @session_write_close();
    $has_written = true;
    return [$result, error_get_last()['message'] ?? ''];
});
$next = $scopes[1]->spawn(function () use ($id, &$has_lock, &$has_written) {
    delay(1);
    session_id($id);
    session_start();
    $before = $_SESSION;
    $_SESSION['by'] = 'next';
    $has_lock = true;
    while (!$has_written) {
        delay(5);
    }
    return [$before, @session_write_close(), error_get_last()['message'] ?? ''];
});
[$result, $message] = await($late);
echo strtok($message, '('), str_contains($message, 'Failed to write') ? ' … Failed to write' : '', "\n";
echo json_encode(await($next)), "\n";

$last = $scopes[2]->spawn(function () use ($id) {
    session_id($id);
    session_start();
    $by = $_SESSION['by'];
    session_destroy();
    return $by;
});
echo await($last), "\n";
?>
--EXPECT--
session_write_close … Failed to write
[[],true,""]
next
