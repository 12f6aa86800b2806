--TEST--
once(): the first caller computes, later callers wait for its result; an error reaches them and is not kept
--FILE--
<?php
use Async\AwaitCancelledException;
use function Async\{spawn, suspend, await, once, delay, timeout};

$runs = 0;
$get = once(function () use (&$runs) {
    $runs++;
    suspend();
    return new ArrayObject(['value']);
});
var_dump($get instanceof Closure, $runs);
$all = [spawn($get), spawn($get), spawn(fn() => $get())];
$results = array_map(fn($c) => await($c), $all);
var_dump($runs, $results[0] === $results[1], $results[1] === $results[2], $get() === $results[0], $runs);
// NULL is a result.
$runs = 0;
$get = once(function () use (&$runs) {
    $runs++;
});
var_dump($get(), $get(), $runs);

// Errors: the same object for all waiters, and a new attempt after that.
$runs = 0;
$get = once(function () use (&$runs) {
    $runs++;
    suspend();
    return $runs > 1 ? "attempt $runs" : throw new LogicException("attempt $runs");
});
$attempt = function () use ($get) {
    try {
        return $get();
    } catch (LogicException $e) {
        return $e;
    }
};
$all = [spawn($attempt), spawn($attempt), spawn($attempt)];
$results = array_map(fn($c) => await($c), $all);
var_dump($results[0]->getMessage(), $results[0] === $results[1], $results[1] === $results[2], $runs);
var_dump($get(), $get(), $runs);

// Each caller can be cancelled alone, and limit its own wait; the computation goes on.
$runs = 0;
$get = once(function () use (&$runs) {
    $runs++;
    delay(300);
    return 'slow';
});
$computing = spawn($get);
suspend();
$waiting = spawn($get);
suspend();
try {
    $get(timeout(2));
} catch (AwaitCancelledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
$waiting->cancel();
var_dump($get(), await($computing), $waiting->isCancelled(), $runs);

// The closure releases the callback's values.
$canary = new ArrayObject;
$weak = WeakReference::create($canary);
$get = once(fn() => count($canary));
unset($canary);
var_dump($get(), $weak->get(), $get());
?>
--EXPECT--
bool(true)
int(0)
int(1)
bool(true)
bool(true)
bool(true)
int(1)
NULL
NULL
int(1)
string(9) "attempt 1"
bool(true)
bool(true)
int(1)
string(9) "attempt 2"
string(9) "attempt 2"
int(2)
Async\TimeoutException
string(4) "slow"
string(4) "slow"
bool(true)
int(1)
int(0)
NULL
int(0)
