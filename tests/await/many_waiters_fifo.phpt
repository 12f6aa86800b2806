--TEST--
Each of many coroutines that await the same one gets the result once, in the order of their awaits (AW-02, P2, P3)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$source = spawn(function () {
    suspend();
    suspend();
    return 'result';
});
foreach (range(1, 5) as $i) {
    spawn(function () use ($i, $source) {
        echo "$i: " . await($source) . "\n";
    });
}
echo 'main: ' . await($source) . "\n";
?>
--EXPECT--
main: result
1: result
2: result
3: result
4: result
5: result
