--TEST--
Memcached: what main has asked for by getDelayed() before the first async call stays its own (D28)
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
use function Async\{await, delay, spawn};

require __DIR__ . '/memcached.inc';
$server = server('memcached');
$open = fn() => memcached("$server[host]:$server[port]");
$whole = $open();
$begun = $open();
$called = $open();
$dropped = $open();
foreach (range(1, 4) as $i) {
    $whole->set("key$i", $i);
}
$whole->getDelayed(['key1', 'key2', 'key3']);
$begun->getDelayed(['key1', 'key2', 'key3']);
$begun->fetch();
$called->getDelayed(['key1', 'key2'], false, fn() => null);
$dropped->getDelayed(['key1', 'key2']);
$dropped->fetchAll();

$other = fn(Memcached $memcached) => [$memcached->get('key4'), $memcached->set('key5', 5), $memcached->get('key5')];
$others = array_map(fn($memcached) => spawn($other, $memcached), [$whole, $begun, $called, $dropped]);
echo json_encode([await($others[2]), await($others[3])]), "\n";
delay(5);
foreach ([$whole, $begun] as $i => $memcached) {
    $got = [];
    while ($item = $memcached->fetch()) {
        $got[] = $item['key'];
    }
    echo json_encode([$others[$i]->isCompleted(), $got]), "\n";
    echo json_encode(await($others[$i])), "\n";
}
?>
--EXPECT--
[[4,true,5],[4,true,5]]
[false,["key1","key2","key3"]]
[4,true,5]
[false,["key2","key3"]]
[4,true,5]
