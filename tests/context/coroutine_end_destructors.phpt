--TEST--
Destructors of values in a coroutine's own context run in that coroutine: they can suspend, store, throw, be cancelled (CL-04)
--FILE--
<?php
use function Async\{coroutineContext, currentCoroutine, spawn, await, suspend, delay};

class Calls { function __construct(public Closure $f) {} function __destruct() { ($this->f)(); } }
function show(Async\Coroutine $c): void {
    try { $result = json_encode(await($c)); echo "result: $result\n"; }
    catch (Throwable $e) { do echo get_class($e), ': ', $e->getMessage(), "\n"; while ($e = $e->getPrevious()); }
    echo json_encode([$c->isCompleted(), $c->isCancelled(), $c->getContext()->has('a')]), "\n";
}
function with(Closure $destructor, Closure $body): Async\Coroutine {
    return spawn(function () use ($destructor, $body) { coroutineContext()->set('a', new Calls($destructor)); return $body(); });
}
echo "-- suspends\n";
$c = null;
$c = with(function () use (&$c) { var_dump(currentCoroutine() === $c, $c->isCompleted()); suspend(); delay(1); echo "released\n"; }, fn() => 'result');
show($c);
echo "-- throws after a result\n";
show(with(fn() => throw new Exception('destructor'), fn() => 'result'));
echo "-- throws after a failure\n";
show(with(fn() => throw new Exception('destructor'), fn() => throw new LogicException('body')));
echo "-- suspends after a failure\n";
show(with(fn() => suspend(), fn() => throw new LogicException('body')));
echo "-- throws after a cancellation\n";
show(with(fn() => throw new Exception('destructor'), fn() => throw new Async\AsyncCancellation('body')));
echo "-- is cancelled\n";
$c = with(function () { try { delay(100000); } finally { echo "woken\n"; } }, fn() => 'result');
suspend();
$c->cancel(new Async\AsyncCancellation('from outside'));
show($c);
echo "-- stores again\n";
show(with(function () { coroutineContext()->set('a', new Calls(fn() => print("second\n")))->set('b', 1); echo "first\n"; }, fn() => 'result'));
echo "-- adds a callback\n";
$c = with(function () { currentCoroutine()->onFinally(fn($c) => print('callback ' . json_encode($c->getContext()->has('a')) . "\n")); }, fn() => 'result');
show($c);
suspend();
echo "-- awaits itself\n";
$c = with(function () { try { await(currentCoroutine()); } catch (Async\AsyncException) { echo "refused\n"; } }, fn() => 'result');
show($c);
?>
--EXPECT--
-- suspends
bool(true)
bool(false)
released
result: "result"
[true,false,false]
-- throws after a result
Exception: destructor
[true,false,false]
-- throws after a failure
Exception: destructor
LogicException: body
[true,false,false]
-- suspends after a failure
LogicException: body
[true,false,false]
-- throws after a cancellation
Exception: destructor
Async\AsyncCancellation: body
[true,false,false]
-- is cancelled
woken
Async\AsyncCancellation: from outside
[true,true,false]
-- stores again
first
second
result: "result"
[true,false,false]
-- adds a callback
callback false
result: "result"
[true,false,false]
-- awaits itself
refused
result: "result"
[true,false,false]
