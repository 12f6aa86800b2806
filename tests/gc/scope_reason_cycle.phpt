--TEST--
The reason of a cancelled scope can refer to a coroutine of that scope: both are released with its handle (ER-04)
--FILE--
<?php
use Async\{Scope, AsyncCancellation};
use function Async\{suspend, delay};

class Reason extends AsyncCancellation { public $coroutine; }

// Cancelled by hand; all is over before the handle is dropped, and the reverse order.
foreach ([true, false] as $wait) {
    (function () use ($wait, &$weak) {
        $scope = new Scope;
        $coroutine = $scope->spawn(fn() => delay(600000));
        suspend();
        $reason = new Reason;
        $reason->coroutine = $coroutine;
        $weak = [WeakReference::create($reason), WeakReference::create($coroutine)];
        $scope->cancel($reason);
        if ($wait) suspend();
    })();
    for ($i = 0; $i < 3; $i++) suspend();
    gc_collect_cycles();
    var_dump($weak[0]->get(), $weak[1]->get());
}

// Cancelled by a failure whose trace holds the coroutine; the parent handles it.
$parent = new Scope;
$parent->setChildScopeExceptionHandler(fn($e) => print("handler: {$e->getMessage()}\n"));
(function () use ($parent, &$weak) {
    $child = Scope::inherit($parent);
    $coroutine = $child->spawn(fn() => 1);
    $coroutine->onFinally(fn(Async\Coroutine $c) => throw new Exception('with ' . get_class($c)));
    $child->asNotSafely();
    suspend();
    $weak = [WeakReference::create($coroutine), WeakReference::create($child)];
})();
for ($i = 0; $i < 5; $i++) suspend();
gc_collect_cycles();
var_dump($weak[0]->get(), $weak[1]->get());

// The handle is gone, a coroutine is left, and getChildScopes() makes a new handle.
(function () use ($parent) {
    $child = Scope::inherit($parent);
    $child->spawn(function () { try { delay(600000); } catch (AsyncCancellation) { suspend(); } });
    suspend();
    $child->cancel();
})();
$child = $parent->getChildScopes()[0] ?? null;
if ($child) {
    try { $child->awaitCompletion(); } catch (AsyncCancellation $e) { echo "cancelled\n"; }
}
for ($i = 0; $i < 5; $i++) suspend();
echo "end\n";
?>
--EXPECT--
NULL
NULL
NULL
NULL
handler: with Async\Coroutine
NULL
NULL
cancelled
end
