--TEST--
Cancelling one of several queued coroutines, at any position, leaves the others and their order alone (CN-01, P3)
--FILE--
<?php
use function Async\{spawn, suspend};

foreach ([[0], [2], [4], [0, 4], [1, 2, 3], [0, 1, 2, 3, 4]] as $victims) {
    $cs = [];
    foreach (range(0, 4) as $i) {
        $cs[] = spawn(function () use ($i) { echo $i; });
    }
    foreach ($victims as $v) {
        $cs[$v]->cancel();
    }
    unset($cs);
    $last = spawn(function () { echo "-last\n"; });
    suspend();
}
// Cancelled and moved to the front at once.
$a = spawn(fn() => print('a'));
$b = spawn(fn() => print('b'));
$b->cancel();
$b->asHiPriority();
$a->asHiPriority();
suspend();
echo "\n";
?>
--EXPECT--
1234-last
0134-last
0123-last
123-last
04-last
-last
a
