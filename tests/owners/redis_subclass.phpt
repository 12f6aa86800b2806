--TEST--
Owners: Redis: the extension does not call a subclass's overriding methods to detect a transaction (D28)
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
require __DIR__ . '/../inc/owner_cases.inc';

// As phpredis declares them: 5 without types, with any arguments in a debug build; 6 with types.
class Mine extends Redis
{
    function getMode(...$more): int
    {
        echo "BROKEN: getMode\n";
        return 0;
    }

    function isConnected(...$more): bool
    {
        echo "BROKEN: isConnected\n";
        return false;
    }

    function discard(...$more): Redis|bool
    {
        echo "BROKEN: discard\n";
        return parent::discard();
    }
}

$server = server('redis');
$redis = new Mine;
$redis->connect($server['host'], $server['port']);
if ($server['password'] ?? null) {
    $redis->auth($server['password']);
}
$redis->setOption(Redis::OPT_PREFIX, server_own_name() . ':');
print_warnings();
$redis->set('a', 1);
side_by_side('blocks', [
    function () use ($redis) {
        $redis->multi();
        pause();
        $redis->incr('a');
        return $redis->exec();
    },
    fn() => $redis->get('a'),
]);
side_by_side('an owner that ends', [
    function () use ($redis) {
        $redis->multi();
        $redis->set('a', 'lost');
        pause();
    },
    fn() => $redis->get('a'),
]);
?>
--EXPECT--
blocks: [[2],"2"]
Redis connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends: [null,"2"]
