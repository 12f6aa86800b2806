--TEST--
Owners: Redis objects dropped in a transaction or a pipeline, made in a coroutine or of a subclass (D28)
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';

use function Async\{spawn, await, suspend};

final class Mine extends Redis
{
}

$server = server('redis');
$key = server_own_name();
foreach ([Redis::class, Mine::class] as $class) {
    foreach (['multi', 'pipeline', 'watch'] as $mode) {
        $drop = spawn(function () use ($class, $mode, $server, $key) {
            $redis = new $class;
            $redis->connect('127.0.0.1', $server['port']);
            $mode === 'watch' ? $redis->watch($key) : $redis->$mode();
            $mode === 'watch' || $redis->echo($key);
            $next = new $class;
            $next->connect('127.0.0.1', $server['port']);
            unset($redis);
            // New objects reuse its memory.
            $strings = array_map(fn($n) => str_repeat(chr(65 + $n), 500), range(0, 30));
            suspend();
            return [$next->echo('next'), count($strings)];
        });
        echo "$class, $mode: ", json_encode(await($drop)), "\n";
    }
}

echo "thrown in the middle: ";
$throw = spawn(function () use ($server, $key) {
    $redis = new Redis;
    $redis->connect('127.0.0.1', $server['port']);
    $redis->multi();
    $redis->echo($key);
    throw new LogicException('not now');
});
try {
    await($throw);
} catch (LogicException $e) {
    unset($throw);
    echo $e->getMessage(), "\n";
}
suspend();
echo 'connections: ', Async\stats()['descriptors'], "\n";
?>
--EXPECT--
Redis, multi: ["next",31]
Redis, pipeline: ["next",31]
Redis, watch: ["next",31]
Mine, multi: ["next",31]
Mine, pipeline: ["next",31]
Mine, watch: ["next",31]
thrown in the middle: not now
connections: 0
