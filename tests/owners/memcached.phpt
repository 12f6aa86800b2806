--TEST--
Owners: Memcached: commands, and getDelayed() until all is fetched; two objects of one persistent connection (D28)
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('memcached');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';

$server = server('memcached');
$own = server_own_name();
$objects = [new Memcached($own), new Memcached($own)];
$objects[0]->addServer($server['host'], $server['port']);
foreach ($objects as $object) {
    $object->setOption(Memcached::OPT_PREFIX_KEY, "$own.");
}
[$first, $second] = $objects;
$keys = array_map(fn($i) => "key$i", range(1, 5));
side_by_side('set', array_map(fn($key) => fn() => $objects[crc32($key) % 2]->set($key, "value of $key"), $keys));
$delayed = function (Memcached $memcached) use ($keys) {
    $memcached->getDelayed($keys);
    pause();
    while ($item = $memcached->fetch()) {
        $all[] = $item['key'];
        pause();
    }
    return $all;
};
side_by_side('delayed', [
    fn() => $delayed($first),
    fn() => $second->get('key3'),
    fn() => $delayed($second),
    fn() => $first->get('key4'),
    function () use ($first, $keys) {
        $first->getDelayed($keys, false, function ($memcached, $item) use (&$got) {
            $got[] = $item['value'];
        });
        return count($got);
    },
    fn() => $second->get('nothing'),
]);
?>
--EXPECT--
set: [true,true,true,true,true]
delayed: [["key1","key2","key3","key4","key5"],"value of key3",["key1","key2","key3","key4","key5"],"value of key4",5,false]
