--TEST--
A coroutine in the innermost of 20,000 idle scopes costs what it costs elsewhere, and the scopes above know of it
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

function processor_time(callable $work): float
{
    $before = getrusage();
    $work();
    $after = getrusage();
    return $after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']
        + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e6;
}

/* Scopes below each other, the outermost first. */
function nested(int $n): array
{
    $scopes = [new Scope];
    while (count($scopes) < $n) {
        $scopes[] = Scope::inherit(end($scopes));
    }
    return $scopes;
}

function coroutines(Scope $scope): callable
{
    return function () use ($scope) {
        for ($i = 0; $i < 3000; $i++) {
            Async\await($scope->spawn(fn() => 1));
        }
    };
}

$flat = processor_time(coroutines(new Scope));
$scopes = nested(20000);
$deep = processor_time(coroutines(end($scopes)));
echo $deep < 20 * $flat + 0.2 ? "as in a single scope\n" : "$deep seconds, and $flat in a single scope\n";

/* The scopes are idle, whatever they were counted as. */
[$top, $middle, $innermost] = [$scopes[0], $scopes[100], end($scopes)];
var_dump($top->isFinished(), $middle->isFinished(), $innermost->isFinished());
$top->awaitCompletion();
$scopes = null;

/* Scopes between an idle one and one that is waited for. */
[$top, $a, $b, $c, $d] = nested(5);
$order = [];
foreach (['c' => $c, 'a' => $a, 'top' => $top] as $name => $scope) {
    $scope->onFinally(function () use ($name, &$order) { $order[] = "$name has ended"; });
}
Async\await($d->spawn(fn() => 1));
$long = $b->spawn(function () use ($d, &$order) {
    for ($i = 0; $i < 3; $i++) {
        Async\await($d->spawn(fn() => 1));
    }
    suspend();
    $last = $d->spawn(function () use (&$order) { suspend(); $order[] = 'last coroutine'; });
    $order[] = 'long coroutine';
});
suspend();
$waiters = [];
foreach (['top' => $top, 'a' => $a, 'c' => $c] as $name => $scope) {
    $waiters[] = spawn(function () use ($name, $scope, &$order) {
        $scope->awaitCompletion();
        $order[] = "$name is drained";
    });
}
foreach ($waiters as $waiter) {
    Async\await($waiter);
}
suspend();
echo implode("\n", $order), "\n";
var_dump($top->isFinished(), $b->isFinished());

/* A scope that was idle, and counted, when it was closed or dropped. */
[$top, $a, $b, $c] = nested(4);
Async\await($c->spawn(fn() => 1));
$b->onFinally(function () { echo "b has ended\n"; });
$b->cancel();
suspend();
$c = $b = null;
Async\await($a->spawn(fn() => 1));
var_dump($top->isFinished(), $a->isFinished());
$top->dispose();
$top->awaitAfterCancellation();
echo "end\n";
?>
--EXPECT--
as in a single scope
bool(true)
bool(true)
bool(true)
c is drained
c has ended
long coroutine
last coroutine
a is drained
a has ended
top is drained
top has ended
bool(true)
bool(true)
b has ended
bool(true)
bool(true)
end
