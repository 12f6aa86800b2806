--TEST--
Handlers that hold a coroutine of their own scope are released with it, also when the handle is dropped first (EH-01, SC-11)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\{suspend, delay};

foreach (['setExceptionHandler', 'setChildScopeExceptionHandler', 'onFinally'] as $method) {
    foreach ([true, false] as $zombie) {
        $weak = (function () use ($method, $zombie) {
            $scope = Scope::inherit();
            $coroutine = $scope->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); });
            $scope->$method(fn() => $coroutine);
            suspend();
            if ($zombie) @$scope->disposeSafely(); else $scope->awaitCompletion();
            return WeakReference::create($coroutine);
        })();
        for ($i = 0; $i < 15; $i++) suspend();
        gc_collect_cycles();
        echo "$method: ";
        var_dump($weak->get());
    }
}

// Two scopes that end with each other's coroutine.
$weak = (function () {
    [$a, $b] = [new BoundedScope, new BoundedScope];
    $c = $a->spawn(fn() => suspend());
    $d = $b->spawn(fn() => delay(600000));
    $b->boundedBy($c);
    $a->boundedBy($d);
    $b->awaitAfterCancellation(...);
    for ($i = 0; $i < 5; $i++) suspend();
    var_dump($a->isClosed(), $b->isCancelled());
    return WeakReference::create($d);
})();
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
setExceptionHandler: NULL
setExceptionHandler: NULL
setChildScopeExceptionHandler: NULL
setChildScopeExceptionHandler: NULL
onFinally: NULL
onFinally: NULL
bool(true)
bool(true)
NULL
