--TEST--
A coroutine of the extension's own that PHP code got as the current one has a result, and can be awaited
--FILE--
<?php
use Async\{Future, FutureState, Pool, Scope, TaskGroup};
use function Async\{await, coroutineContext, currentCoroutine, delay, spawn, suspend};

final class Seer
{
    public function __construct(private Closure $body)
    {
    }

    public function __destruct()
    {
        ($this->body)();
    }
}

$seen = [];
$see = function (string $where) use (&$seen) {
    return function (mixed $value = null) use ($where, &$seen) {
        $seen[$where] = currentCoroutine();
        return $value ?? new stdClass;
    };
};
$main = currentCoroutine();

// Callbacks.
spawn(fn() => 1)->onFinally($see('Coroutine::onFinally()'));
$scope = new Scope;
$scope->onFinally($see('Scope::onFinally()'));
$scope->spawn(fn() => 1);
$scope->awaitCompletion();
$group = new TaskGroup;
$group->onFinally($see('TaskGroup::onFinally()'));
$group->spawn(fn() => 1);
await($group);
$group->close();

// Handlers.
$failing = new Scope;
$failing->setExceptionHandler($see('setExceptionHandler()'));
$failing->spawn(fn() => throw new Exception);
$parent = new Scope;
$parent->setChildScopeExceptionHandler($see('setChildScopeExceptionHandler()'));
$child = Scope::inherit($parent);
$child->spawn(fn() => throw new Exception);

// Futures and pools.
$state = new FutureState;
$future = new Future($state);
$mapped = $future->map($see('Future::map()'));
$ended = $future->finally($see('Future::finally()'));
$caught = Future::failed(new Exception)->catch($see('Future::catch()'));
$state->complete(1);
$pool = new Pool(fn() => new stdClass, $see('destructor of a pool'), idleTimeout: 1);
$pool->release($pool->acquire());
while (!isset($seen['destructor of a pool'])) {
    delay(1);
}

// Destructors of what a coroutine had.
spawn(fn() => new Seer($see('destructor of a result')));
spawn(function () use ($see) {
    coroutineContext()->set('key', new Seer($see('destructor of a context')));
});
spawn(fn($argument) => suspend(), new Seer($see('destructor of an argument')));
$never = spawn(fn($argument) => suspend(), new Seer($see('destructor of an argument that was not used')));
$never->cancel();
unset($never);
$scope = new Scope;
$scope->context->set('key', new Seer($see('destructor of the context of a scope')));
$scope->spawn(fn() => suspend());
$scope->awaitCompletion();
unset($scope);
for ($i = 0; $i < 10; $i++) {
    suspend();
}

$own = 0;
foreach ($seen as $where => $coroutine) {
    if ($coroutine === $main) {
        continue;
    }
    $own++;
    if (!$coroutine->isCompleted() || $coroutine->getResult() !== null || await($coroutine) !== null) {
        echo "$where: no result\n";
    }
}
echo "$own looked at\n";

register_shutdown_function(function () use (&$exiting) {
    var_dump($exiting->getResult());
});
$exiting = spawn(fn() => exit(0));
suspend();
?>
--EXPECT--
12 looked at
NULL
