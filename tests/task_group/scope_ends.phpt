--TEST--
When the scope ends its groups end first, without a warning; other coroutines follow the rules of the scope (TG-25, TG-26)
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncCancellation};
use function Async\{await, suspend, spawn, spawnWith};

$scope = new Async\Scope();
$taskGroup = new Async\TaskGroup(scope: $scope, captureResults: false);
spawnWith($taskGroup, function () {
    // this task will be added to the task group
    Async\delay(1000);
    echo "This line will be executed\n";
});
suspend();
$scope->dispose();
var_dump($taskGroup->isClosed());

foreach (['cancel', 'dispose', 'disposeSafely', 'disposeAfterTimeout'] as $how) {
    echo "---- $how\n";
    $parent = new Scope();
    $scope = Scope::inherit($parent);
    $group = new TaskGroup($scope, concurrency: 1);
    $running = $group->spawn(function () { Async\delay(100000); });
    $queued = $group->spawn(fn() => 'WRONG');
    $all = $group->all();
    $other = $scope->spawn(function () { Async\delay(100000); });
    suspend();
    set_error_handler(function ($type, $message) { echo preg_replace('~/\S*/~', '', $message), "\n"; return true; });
    match ($how) {
        'cancel' => $parent->cancel(new AsyncCancellation('reason')),
        'disposeAfterTimeout' => $parent->disposeAfterTimeout(10000),
        default => $parent->$how(),
    };
    restore_error_handler();
    var_dump($group->isClosed(), $queued->isCancelled());
    try {
        await($group);
    } catch (AsyncCancellation $e) {
        echo preg_replace('~/\S*/~', '', $e->getMessage()), "\n";
    }
    $group->awaitCompletion();
    var_dump($running->isCancelled(), $queued->getException() === $running->getException(), $other->isCancelled());
    $other->cancel();
    suspend();
    unset($group, $all, $scope, $parent);
}
?>
--EXPECT--
bool(true)
---- cancel
bool(true)
bool(true)
reason
bool(true)
bool(true)
bool(true)
---- dispose
Coroutine is zombie at scope_ends.php:24 in Scope disposed at scope_ends.php:30
bool(true)
bool(true)
cancelled at scope_ends.php:30
bool(true)
bool(true)
bool(true)
---- disposeSafely
Coroutine is zombie at scope_ends.php:24 in Scope disposed at scope_ends.php:30
bool(true)
bool(true)
cancelled at scope_ends.php:30
bool(true)
bool(true)
bool(false)
---- disposeAfterTimeout
Coroutine is zombie at scope_ends.php:24 in Scope disposed at scope_ends.php:29
bool(true)
bool(true)
cancelled at scope_ends.php:29
bool(true)
bool(true)
bool(false)
