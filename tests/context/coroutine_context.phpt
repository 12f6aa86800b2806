--TEST--
coroutineContext() = localContext(): a store of the current coroutine, a Context; getContext() gives the same object (CL-01, CL-02, CL-05)
--FILE--
<?php
use function Async\{coroutineContext, localContext, currentContext, spawn, await, suspend, currentCoroutine};

$main = coroutineContext();
var_dump($main === localContext(), $main === Async\coroutine_context(), $main === Async\local_context(),
    $main === currentCoroutine()->getContext(), $main === currentContext(), $main instanceof Async\Context);
$main->set('data', 'of main');
$body = function (string $data) {
    var_dump(coroutineContext()->has('data'));
    echo coroutineContext()->set('data', $data)->find('data'), "\n";
    suspend();
    return coroutineContext()->get('data') . ' ' . json_encode(localContext()->hasLocal('data')) . ' ' . json_encode(localContext()->unset('data')->getLocal('data'));
};
$a = spawn($body, 'of a');
$b = spawn($body, 'of b');
echo await($a), "\n", await($b), "\n", $main->find('data'), "\n";

// From outside, before the start and while suspended.
$c = spawn(function () { echo coroutineContext()->find('given'), "\n"; suspend(); return coroutineContext()->find('later'); });
$c->getContext()->set('given', 'before the start');
suspend();
$c->getContext()->set('later', 'while suspended');
echo await($c), "\n";
// In a Fiber it is the context of the coroutine that runs the Fiber.
(new Fiber(fn() => var_dump(coroutineContext() === $main)))->start();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
of a
bool(false)
of b
of a true null
of b true null
of main
before the start
while suspended
bool(true)
