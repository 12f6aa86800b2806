--TEST--
Sessions of isolated scopes in memcached: with memcached.sess_persistent they do not share the connection, nor the lock in it
--EXTENSIONS--
igbinary
msgpack
memcached
session
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('memcached');
@ini_set('session.save_handler', 'memcached') !== false or die('skip memcached was built without sessions');
?>
--INI--
session.use_strict_mode=0
session.use_cookies=0
session.cache_limiter=
memcached.sess_persistent=1
memcached.sess_lock_wait_min=1
memcached.sess_lock_wait_max=5
memcached.sess_lock_retries=10000
--FILE--
<?php
use Async\Scope;
use function Async\{awaitAll, delay, spawn};

require __DIR__ . '/memcached.inc';
$server = server('memcached');
@ini_set('session.save_handler', 'memcached');
ini_set('session.save_path', "$server[host]:$server[port]");
ob_start();

function count_up(string $id, int $times): void
{
    for ($i = 0; $i < $times; $i++) {
        session_id($id);
        session_start();
        $count = $_SESSION['count'] ?? 0;
        delay($i % 3);
        $_SESSION['count'] = $count + 1;
        session_write_close();
    }
}

$ids = [server_own_name() . '-a', server_own_name() . '-b'];
$requests = [];
foreach ([$ids[0], $ids[1], $ids[0], $ids[1]] as $id) {
    $requests[] = spawn(function () use ($id) {
        $scope = Scope::isolated();
        $scope->spawn(count_up(...), $id, 10);
        $scope->awaitCompletion();
    });
}
// The main script has a session at the same time, on the persistent connection.
count_up($ids[0], 5);
awaitAll($requests);

foreach ($ids as $id) {
    session_id($id);
    session_start();
    echo $_SESSION['count'], "\n";
    session_destroy();
}
echo ini_get('memcached.sess_persistent'), "\n";
?>
--EXPECT--
25
20
1
