--TEST--
One RedisArray in several coroutines: what is between multi() and exec() is of one of them only, also of main from before
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
if (PHP_DEBUG && PHP_VERSION_ID >= 80300) {
    die('skip RedisArray puts NULL into a table of pointers: debug builds from 8.3 on abort');
}
?>
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn};

require __DIR__ . '/redis.inc';
$server = server('redis');
$port = $server['port'];
$prefix = server_own_name() . ':';
$ra = new RedisArray(["$server[host]:$port", "127.0.0.1:0$port"], ['connect_timeout' => 10]);
$host = $ra->_target("{$prefix}main");

// Main's own transaction, which it has begun before the first async call: on an array, and on a connection.
$redis = redis();
$redis->multi();
$redis->set('of connection', 'main');
$ra->multi($host);
$ra->set("{$prefix}main", 'main');
$others = [
    spawn(fn() => $ra->get("{$prefix}main")),
    spawn(fn() => $redis->get('of connection')),
];
delay(5);
echo json_encode([$ra->exec(), $redis->exec(), await($others[0]), await($others[1])]), "\n";

$work = function (int $number) use ($ra, $prefix): int {
    $wrong = 0;
    for ($i = 0; $i < 20; $i++) {
        $key = "{$prefix}$number-$i";
        $ra->set($key, "value of $number");
        $wrong += $ra->get($key) !== "value of $number";
        if ($i % 5 === 0) {
            $got = $ra->multi($ra->_target($key))->set($key, $i)->get($key)->exec();
            $wrong += $got !== [true, (string) $i];
        }
        if ($i % 7 === 0) {
            $keys = ["{$key}a", "{$key}b", "{$key}c"];
            $ra->mset(array_fill_keys($keys, $number));
            $wrong += $ra->mget($keys) !== array_fill(0, 3, (string) $number);
        }
    }
    return $wrong;
};
[$results, $errors] = awaitAll(array_map(fn(int $number) => spawn($work, $number), range(1, 6)));
echo json_encode($results), ' ', count($errors), "\n";

// An owner that ends inside of a transaction.
set_error_handler(fn(int $type, string $message) => print(preg_replace('/: .*, ended/', ': … ended', $message) . "\n"));
await(spawn(function () use ($ra, $host, $prefix) {
    $ra->multi($host);
    $ra->set("{$prefix}main", 'lost');
}));
echo $ra->get("{$prefix}main"), "\n";
?>
--EXPECT--
[[true],[true],"main","main"]
[0,0,0,0,0,0] 0
Redis connection: … ended inside a transaction, which is rolled back
main
