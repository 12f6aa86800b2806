--TEST--
A coroutine that parked inside a Fiber parks again after the Fiber's end: the Fiber's context is not used (D22)
--FILE--
<?php
use function Async\{spawn, await, suspend};

for ($i = 0; $i < 3; $i++) {
    $all[] = spawn(function () use ($i) {
        for ($round = 0; $round < 3; $round++) {
            $fiber = new Fiber(function () { suspend(); return 'in the Fiber'; });
            $fiber->start();
            $result = $fiber->getReturn();
            unset($fiber);
            suspend();
            suspend();
        }
        return "$i $result";
    });
}
foreach ($all as $one) {
    echo await($one), "\n";
}
?>
--EXPECT--
0 in the Fiber
1 in the Fiber
2 in the Fiber
