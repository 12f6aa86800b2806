--TEST--
memory_limit 128M holds 50,000 suspended coroutines (issue 2 "Must show")
--INI--
memory_limit=128M
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('too many stacks for a tool'); ?>
--FILE--
<?php
use function Async\{spawn, delay, suspend, stats};

$ended = 0;
for ($i = 0; $i < 50000; $i++) {
    spawn(function () use (&$ended) { delay(1); $ended++; });
}
suspend();
var_dump(stats()['contexts'] >= 50000);
while ($ended < 50000) delay(1);
echo "all ended\n";
?>
--EXPECT--
bool(true)
all ended
