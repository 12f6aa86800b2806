--TEST--
A Fiber in the middle of a call goes on in another coroutine, and uses the same connection there (D28)
--EXTENSIONS--
igbinary
redis
sqlite3
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';

use function Async\{await, spawn};

$server = server('redis');
$connect = function () use ($server): Redis {
    $redis = new Redis;
    $redis->connect($server['host'], $server['port']);
    if ($server['password'] ?? null) {
        $redis->auth($server['password']);
    }
    return $redis;
};
$redis = $connect();
$publisher = $connect();
$channel = server_own_name() . ':news';
$db = new SQLite3(':memory:');
$db->createFunction('pause', function () use ($db) {
    Fiber::suspend();
    $inner = $db->querySingle('SELECT 20');
    Fiber::suspend();
    return $inner + $db->querySingle('SELECT 1');
});
$calls = [
    'subscribe()' => function () use ($redis, $publisher, $channel) {
        $redis->setOption(Redis::OPT_READ_TIMEOUT, 30);
        try {
            $redis->subscribe([$channel], function (Redis $redis, string $channel, string $message) use (&$seen) {
                Fiber::suspend();
                $seen = $message . (array_values($redis->unsubscribe([$channel])) === [true] ? ', unsubscribed' : '');
                // phpredis 5 goes on to read.
                $redis->setOption(Redis::OPT_READ_TIMEOUT, 0.05);
            });
        } catch (RedisException) {
        }
        return "$seen, " . $redis->ping('still usable');
    },
    'querySingle()' => fn() => $db->querySingle('SELECT pause() * 2'),
    'in a transaction' => function () use ($db) {
        $db->exec('BEGIN');
        $result = $db->querySingle('SELECT pause() + 0');
        $db->exec('COMMIT');
        return $result;
    },
];
$publish = function () use ($publisher, $channel) {
    while ($publisher->publish($channel, 'hello') === 0) {
        Async\delay(5);
    }
};

/** Each step of the Fiber runs in a coroutine of its own, which ends after it. */
function step_by_step(Fiber $fiber): void
{
    await(spawn($fiber->start(...)));
    while (!$fiber->isTerminated()) {
        await(spawn($fiber->resume(...)));
    }
}

/** The coroutine that has begun the call is still there, and waits for the one that goes on with it. */
function within_one_another(Fiber $fiber): void
{
    await(spawn(function () use ($fiber) {
        $fiber->start();
        while (!$fiber->isTerminated()) {
            await(spawn($fiber->resume(...)));
        }
    }));
}

foreach (['step_by_step', 'within_one_another'] as $way) {
    $publishing = spawn($publish);
    foreach ($calls as $name => $call) {
        $fiber = new Fiber($call);
        $way($fiber);
        echo "$name: ", $fiber->getReturn(), "\n";
    }
    await($publishing);
}
// The connections are free again.
echo await(spawn(fn() => $redis->ping('free'))), ' ', await(spawn(fn() => $db->querySingle('SELECT 5'))), "\n";
?>
--EXPECT--
subscribe(): hello, unsubscribed, still usable
querySingle(): 42
in a transaction: 21
subscribe(): hello, unsubscribed, still usable
querySingle(): 42
in a transaction: 21
free 5
