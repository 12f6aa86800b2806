--TEST--
Redis: values that the serializer walks over while a method of one of them waits (D43)
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
require __DIR__ . '/redis.inc';
require __DIR__ . '/../state/walked_values.inc';

$redis = redis();
$set = function (int $serializer) use ($redis): Closure {
    return function ($o) use ($redis, $serializer): string {
        $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
        $redis->set('value', $o);
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
        return bin2hex($redis->get('value'));
    };
};
check_walks([
    'php' => $set(Redis::SERIALIZER_PHP),
    // phpredis may have been built without it.
    'igbinary' => $set(defined('Redis::SERIALIZER_IGBINARY') ? Redis::SERIALIZER_IGBINARY : Redis::SERIALIZER_PHP),
    'json' => $set(Redis::SERIALIZER_JSON),
    'closure' => function ($o) use ($redis): string {
        $call = $redis->set(...);
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
        $call('value', $o);
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
        return bin2hex($redis->get('value'));
    },
    'hMSet' => function ($o) use ($redis): string {
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
        $redis->hMSet('hash', ['root' => [$o]]);
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
        return bin2hex(serialize($redis->hGetAll('hash')));
    },
]);
?>
--EXPECT--
php: 0 left
igbinary: 0 left
json: 0 left
closure: 0 left
hMSet: 0 left
720 runs
