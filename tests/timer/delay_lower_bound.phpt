--TEST--
delay(), Async\sleep() and timeouts take at least the given time from the call, also when the loop's clock is old (TM-01, TM-02, TM-04, D24, TM-06)
--FILE--
<?php
use function Async\{delay, timeout, await, spawn};

function busy(int $ms) { for ($end = hrtime(true) + $ms * 1e6; hrtime(true) < $end;); }
foreach (['delay' => fn($ms) => delay($ms), 'sleep' => fn($ms) => Async\sleep($ms), 'alias' => fn($ms) => Async\Scope\delay($ms),
    'timeout' => fn($ms) => await(timeout($ms)), 'Timeout' => fn($ms) => await(new Async\Timeout($ms))] as $name => $wait) {
    foreach ([1, 7, 20] as $ms) {
        busy(3);
        $start = hrtime(true);
        var_dump($wait($ms));
        $took = (hrtime(true) - $start) / 1e6;
        echo "$name $ms: ", $took >= $ms && $took < $ms + 2000 ? 'ok' : $took, "\n";
    }
}
?>
--EXPECTREGEX--
(NULL\n\w+ (1|7|20): ok\n?){15}
