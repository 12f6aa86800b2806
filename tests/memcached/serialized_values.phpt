--TEST--
Memcached: values that the serializer walks over while a method of one of them waits (D43)
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('memcached');
if (!Memcached::HAVE_IGBINARY) {
    die('skip this memcached was built without igbinary');
}
?>
--FILE--
<?php
require __DIR__ . '/memcached.inc';
require __DIR__ . '/../state/walked_values.inc';

$set = function (int $serializer): Closure {
    $server = server('memcached');
    $memcached = memcached("$server[host]:$server[port]", [Memcached::OPT_SERIALIZER => $serializer]);
    return function ($o) use ($memcached): string {
        $memcached->set('value', $o);
        return var_export($memcached->get('value'), true);
    };
};
check_walks([
    'php' => $set(Memcached::SERIALIZER_PHP),
    'igbinary' => $set(Memcached::SERIALIZER_IGBINARY),
    'json' => $set(Memcached::SERIALIZER_JSON),
]);
?>
--EXPECT--
php: 0 left
igbinary: 0 left
json: 0 left
432 runs
