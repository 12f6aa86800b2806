--TEST--
Owners: Redis: commands, MULTI, pipelines, WATCH, blocking commands; an open MULTI, pipeline or WATCH is discarded (D28)
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

$server = server('redis');
$redis = new Redis;
$redis->connect($server['host'], $server['port']);
if ($server['password'] ?? null) {
    $redis->auth($server['password']);
}
$redis->setOption(Redis::OPT_PREFIX, server_own_name() . ':');
print_warnings();
side_by_side('commands', [
    fn() => $redis->blPop(['nothing'], 1),
    fn() => $redis->set('a', 1),
    fn() => $redis->get('a'),
    fn() => $redis->blPop(['nothing'], 1),
    fn() => $redis->incr('a'),
]);
$block = fn(string $begin, string $key) => function () use ($redis, $begin, $key) {
    $block = $redis->$begin();
    pause();
    $block->incr($key);
    pause();
    $block->get($key);
    return $block->exec();
};
side_by_side('blocks', [
    $block('multi', 'a'), fn() => $redis->get('a'), $block('pipeline', 'a'), fn() => $redis->incr('a'), $block('multi', 'b'),
]);
side_by_side('discarded', [
    function () use ($redis) {
        $redis->multi()->incr('a');
        pause();
        return $redis->discard();
    },
    fn() => $redis->get('a'),
]);
side_by_side('watched', [
    function () use ($redis) {
        $redis->watch('a');
        pause();
        $value = $redis->get('a');
        pause();
        return $redis->multi()->set('a', $value + 10)->exec();
    },
    fn() => $redis->incr('a'),
    function () use ($redis) {
        $redis->watch('a');
        pause();
        return $redis->unwatch();
    },
    fn() => $redis->incr('a'),
]);
foreach (['multi', 'pipeline'] as $begin) {
    side_by_side("an owner that ends, $begin", [
        function () use ($redis, $begin) {
            $redis->$begin()->set('a', 'lost');
            pause();
        },
        fn() => $redis->get('a'),
    ]);
}
side_by_side('an owner that ends, watch', [
    function () use ($redis) {
        $redis->watch('a');
    },
    fn() => $redis->multi()->get('a')->exec(),
]);
?>
--EXPECT--
commands: [[],true,"1",[],2]
blocks: [[3,"3"],"3",[4,"4"],5,[1,"1"]]
discarded: [true,"5"]
watched: [[true],16,true,17]
Redis connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends, multi: [null,"17"]
Redis connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends, pipeline: [null,"17"]
Redis connection: coroutine #N ended inside a transaction, which is rolled back
an owner that ends, watch: [null,["17"]]
