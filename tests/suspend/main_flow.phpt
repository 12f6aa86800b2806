--TEST--
suspend() works in the main flow; without other coroutines it returns at once (SU-03, ED-01, ED-03)
--FILE--
<?php
use function Async\{spawn, suspend, stats};

$start = hrtime(true);
for ($i = 0; $i < 1000; $i++) suspend();
var_dump(hrtime(true) - $start < 1e9);
spawn(function () {
    echo "before suspend\n";
    suspend();
    echo "after suspend\n";
});
echo "main 1\n";
suspend();
echo "main 2\n";
?>
--EXPECT--
bool(true)
main 1
before suspend
main 2
after suspend
