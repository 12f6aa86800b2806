--TEST--
A scope bound to one of its own coroutines is released like any other (BoundedScope::spawnAndBound, boundedBy)
--FILE--
<?php
use Async\{BoundedScope, Scope};
use function Async\suspend;

foreach (['ended', 'cancelled', 'never started', 'child'] as $case) {
    (function () use ($case, &$weak) {
        $scope = new BoundedScope;
        if ($case === 'child') {
            $child = Scope::inherit($scope);
            $coroutine = $child->spawn(fn() => new stdClass);
            $scope->boundedBy($coroutine);
        } else {
            $coroutine = $scope->spawnAndBound(fn() => $case === 'ended' ? new stdClass : Async\delay(600000));
        }
        $weak = WeakReference::create($coroutine);
        if ($case !== 'never started') suspend();
        if ($case !== 'ended') $scope->cancel();
        suspend();
        $scope->awaitAfterCancellation();
    })();
    suspend();
    gc_collect_cycles();
    echo $case, ': ';
    var_dump($weak->get());
}
?>
--EXPECT--
ended: NULL
cancelled: NULL
never started: NULL
child: NULL
