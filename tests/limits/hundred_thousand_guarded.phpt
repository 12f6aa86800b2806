--TEST--
100,000 suspended coroutines without a sysctl change; every stack is guarded where the kernel has cheap guards (issue 2 "Must show")
--INI--
memory_limit=-1
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('too many stacks for a tool');
if (preg_match('/MemAvailable:\s+(\d+)/', @file_get_contents('/proc/meminfo') ?: '', $m) && $m[1] < 1500000) die('skip needs 1.5 GB of memory');
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, stats};

$gate = spawn(fn() => delay(50));
$ended = 0;
for ($i = 0; $i < 100000; $i++) {
    spawn(function () use ($gate, &$ended) { await($gate); $ended++; });
}
suspend();
$s = stats();
var_dump($s['contexts'] >= 100000);
if (version_compare(php_uname('r'), '6.13', '>=')) {
    var_dump($s['stacks_unguarded'] === 0);
} else {
    echo "bool(true)\n";
}
$mappings = count(file('/proc/self/maps'));
var_dump($mappings < 60000);
await($gate);
while ($ended < 100000) suspend();
echo "all ended\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
all ended
