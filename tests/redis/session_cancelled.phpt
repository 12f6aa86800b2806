--TEST--
A cancelled wait for the lock of a session in Redis throws the cancellation in front of all that phpredis throws on its way
--EXTENSIONS--
igbinary
redis
session
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
@ini_set('session.save_handler', 'redis') !== false or die('skip phpredis was built without sessions');
?>
--INI--
session.use_strict_mode=0
session.use_cookies=0
session.cache_limiter=
redis.session.locking_enabled=1
redis.session.lock_wait_time=2000
redis.session.lock_retries=-1
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/redis.inc';
$server = server('redis');
@ini_set('session.save_handler', 'redis');
ini_set('session.save_path', "tcp://$server[host]:$server[port]");
set_error_handler(fn() => true);
ob_start();

$id = server_own_name();
$redis = new Redis;
$redis->connect($server['host'], $server['port']);
$redis->set("PHPREDIS_SESSION:{$id}_LOCK", 'of another process', 60);

// phpredis sleeps once more after its first exception. The others go on meanwhile.
$others = array_map(fn() => spawn(function () {
    while (true) {
        delay(1);
        strlen(uniqid());
    }
}), range(1, 3));
$thrown = [];
for ($i = 0; $i < 10; $i++) {
    $start = spawn(function () use ($id) {
        session_id($id);
        try {
            session_start();
            return 'started';
        } catch (Throwable $e) {
            return get_class($e) . ', ' . (session_status() === PHP_SESSION_NONE ? 'no session' : 'a session');
        }
    });
    delay(5 + $i);
    $start->cancel();
    try {
        await($start);
    } catch (Async\AsyncCancellation) {
    }
    $thrown[] = is_string($start->getResult()) ? $start->getResult() : 'cancelled';
}
array_map(fn($other) => $other->cancel(), $others);
$redis->del("PHPREDIS_SESSION:{$id}_LOCK");
print_r(array_count_values($thrown));
?>
--EXPECT--
Array
(
    [Async\AsyncCancellation, no session] => 10
)
