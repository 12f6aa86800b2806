--TEST--
A call that its token ends gives no error back that it has received: each function, each kind of source and of token (D45, P7)
--FILE--
<?php
use Async\{Scope, TaskGroup, FutureState, Future, Channel};
use function Async\{await, spawn, suspend, delay, timeout};

function settle() { for ($i = 0; $i < 12; $i++) suspend(); }
function fails(Scope $scope) { return $scope->spawn(fn() => throw new Exception('lost')); }
function future() { $s = new FutureState(); $f = new Future($s); spawn(fn() => $s->error(new Exception('lost'))); return $f; }
$calls = [
    'awaitAll' => fn($a, $t) => Async\awaitAll($a, $t),
    'awaitAllOrFail' => fn($a, $t) => Async\awaitAllOrFail($a, $t),
    'awaitAnyOf' => fn($a, $t) => Async\awaitAnyOf(2, $a, $t),
    'awaitFirstSuccess' => fn($a, $t) => Async\awaitFirstSuccess($a, $t),
    /* These end with the first error. */
    'awaitAnyOrFail' => fn($a, $t) => Async\awaitAnyOrFail($a, $t),
    'awaitAnyOfOrFail' => fn($a, $t) => Async\awaitAnyOfOrFail(2, $a, $t),
];
$sources = [
    'coroutine' => fn($scope) => fails($scope),
    'future' => fn($scope) => future(),
    'group' => function ($scope) { $g = new TaskGroup($scope); $g->spawn(fn() => throw new Exception('lost')); return $g; },
    'all() of group' => function ($scope) { $g = new TaskGroup($scope); $g->spawn(fn() => throw new Exception('lost')); return $g->all(); },
    'any()' => fn($scope) => Async\any([fails($scope)]),
    'all()' => fn($scope) => Async\all([fails($scope), $scope->spawn(fn() => 1)]),
    'anyOf()' => fn($scope) => Async\anyOf(1, [fails($scope)]),
    'nested' => fn($scope) => Async\all([Async\any([fails($scope)])]),
];
$tokens = [
    'timeout' => fn() => timeout(1),
    'coroutine' => fn() => spawn(settle(...)),
    'failing token' => fn() => $GLOBALS['ignoring']->spawn(function () { settle(); throw new DomainException('token'); }),
];
set_error_handler(function ($level, $message) { echo "WARNING: $message\n"; return true; });
$ignoring = new Scope();
$ignoring->setExceptionHandler(function () {});
$given = [];
foreach ($calls as $name => $call) {
    foreach ($sources as $kind => $source) {
        foreach ($tokens as $what => $token) {
            $scope = new Scope();
            $scope->setExceptionHandler(function (Throwable $e) use ($name, $kind, $what) { echo "$name, $kind, $what: given back: {$e->getMessage()}\n"; });
            $never = new Channel();
            $slow = spawn(function () use ($never) { try { $never->recv(); } catch (Async\ChannelException) {} });
            try {
                $call(['a' => $source($scope), 'b' => $slow, 'c' => $slow], $token());
                echo "$name, $kind, $what: no exception\n";
            } catch (Throwable $e) {
                $ended = get_class($e);
            }
            $given[$name][$ended] = true;
            $never->close();
            unset($e, $never, $slow);
            gc_collect_cycles();
            settle();
            $scope->cancel();
        }
    }
}
foreach ($given as $name => $ends) {
    echo $name, ': ', implode(', ', array_keys($ends)), "\n";
}
/* What the call has not received, and values, are not touched. */
$channel = new Channel(1);
$channel->send('kept');
$state = new FutureState();
try {
    Async\awaitAll([$channel, new Future($state)], timeout(1));
} catch (Async\AwaitCancelledException) {
    echo $channel->recv(), "\n";
}
$scope = new Scope();
$scope->setExceptionHandler(fn(Throwable $e) => print("handler: {$e->getMessage()}\n"));
$late = $scope->spawn(function () { delay(5); throw new Exception('later'); });
try {
    Async\awaitAll([$late], timeout(1));
} catch (Async\AwaitCancelledException) {
    delay(10);
}
?>
--EXPECTF--
awaitAll: Async\AwaitCancelledException, DomainException
awaitAllOrFail: Async\AwaitCancelledException, DomainException
awaitAnyOf: Async\AwaitCancelledException, DomainException
awaitFirstSuccess: Async\AwaitCancelledException, DomainException
awaitAnyOrFail: Exception, Async\CompositeException
awaitAnyOfOrFail: Exception, Async\CompositeException
kept
handler: later
