--TEST--
A fork in a Fiber inside a coroutine, while other coroutines are parked in Fibers (lifetime rule 12, D22)
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{spawn, await, delay};

function in_fiber(Closure $body): mixed
{
    $fiber = new Fiber($body);
    $fiber->start();
    return $fiber->getReturn();
}
$parked = new Fiber(function () {
    try {
        Fiber::suspend();
    } finally {
        echo "finally of a suspended Fiber\n";
    }
});
$other = spawn(function () use (&$held) {
    $held = new Fiber(function () {
        try {
            delay(100000);
        } finally {
            echo "finally in a Fiber of the other\n";
        }
    });
    $held->start();
});
$status = null;
$forker = spawn(fn() => in_fiber(function () use ($parked) {
    $parked->start();
    return in_fiber(function () {
        delay(1);
        $pid = pcntl_fork();
        if ($pid === 0) {
            delay(1);
            echo 'child ', in_fiber(function () { delay(1); return await(spawn(fn() => 'goes on')); }), "\n";
            return 'in child';
        }
        pcntl_waitpid($pid, $status);
        return "status $status";
    });
}));
$forker->onFinally(fn() => print("onFinally\n"));
// Main waits inside of a Fiber, too.
echo in_fiber(fn() => await($forker)), "\n";
$other->cancel();
?>
--EXPECT--
child goes on
onFinally
finally of a suspended Fiber
onFinally
status 0
finally in a Fiber of the other
finally of a suspended Fiber
