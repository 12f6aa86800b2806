--TEST--
Resuming a Fiber in which another coroutine waits throws FiberError; both coroutines go on (D22)
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

$fiber = new Fiber(function () {
    delay(5);
    echo "parked fiber goes on\n";
    return 'value';
});
$owner = spawn(function () use ($fiber) { $fiber->start(); return $fiber->getReturn(); });
suspend();
foreach ([fn() => $fiber->resume(), fn() => $fiber->throw(new Exception('x')), fn() => $fiber->start(), fn() => $fiber->getReturn()] as $f) {
    try {
        $f();
        echo "no error\n";
    } catch (FiberError $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump($fiber->isRunning(), $fiber->isSuspended());
echo await($owner), "\n";
?>
--EXPECT--
Cannot resume a fiber that is not suspended
Cannot resume a fiber that is not suspended
Cannot start a fiber that has already been started
Cannot get fiber return value: The fiber has not returned
bool(true)
bool(false)
parked fiber goes on
value
