--TEST--
Fibers work inside coroutines: start, suspend, resume, throw, and waits of the coroutine inside a Fiber (D22, FB-01, FB-02)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function work($name) {
    $fiber = new Fiber(function ($x) use ($name) {
        suspend();
        $y = Fiber::suspend("$name got $x");
        delay(1);
        try {
            Fiber::suspend("$name got $y");
        } catch (Exception $e) {
            return "$name caught {$e->getMessage()} " . await(spawn(fn() => 'and awaits'));
        }
    });
    $log = [$fiber->start(1)];
    suspend();
    $log[] = $fiber->resume(2);
    delay(1);
    $fiber->throw(new Exception('thrown'));
    $log[] = $fiber->getReturn();
    return implode(', ', $log);
}
$cs = array_map(fn($n) => spawn('work', $n), ['a', 'b', 'c']);
foreach ($cs as $c) echo await($c), "\n";
// schedules: any
?>
--EXPECT--
a got 1, a got 2, a caught thrown and awaits
b got 1, b got 2, b caught thrown and awaits
c got 1, c got 2, c caught thrown and awaits
