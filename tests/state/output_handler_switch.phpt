--TEST--
A wait inside an output handler cannot switch: it waits in place and is counted, without a crash (architecture "GC", D33)
--FILE--
<?php
use function Async\{spawn, suspend, delay, stats, await};

$ran = false;
ob_start(function ($b) use (&$ran) {
    spawn(function () use (&$ran) { $ran = true; });
    suspend();
    delay(2);
    return strtoupper($b) . ($ran ? ' switched' : ' not switched');
});
echo 'text';
ob_end_flush();
echo "\n";
suspend();
var_dump($ran, stats()['blocked_in_place'] > 0);
?>
--EXPECT--
TEXT not switched
bool(true)
bool(true)
