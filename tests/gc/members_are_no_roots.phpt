--TEST--
A coroutine that has not ended is no possible root of the cycle collector; one that has ended is
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Noted
{
    public ?object $coroutine = null;

    public function __destruct()
    {
        echo "collected\n";
    }
}

suspend();
gc_collect_cycles();
$wait = function () { suspend(); };
$before = gc_status()['roots'];
for ($i = 0; $i < 1000; $i++) {
    spawn($wait);
}
echo gc_status()['roots'] - $before, " new roots\n";
suspend();
suspend();

/* A cycle through a coroutine: alive while the coroutine is, garbage afterwards. */
(function () {
    $noted = new Noted;
    $noted->coroutine = spawn(function () use ($noted) {
        suspend();
        return $noted;
    });
})();
suspend();
gc_collect_cycles();
echo "not yet\n";
suspend();
suspend();
gc_collect_cycles();
echo "end\n";
?>
--EXPECT--
0 new roots
not yet
collected
end
