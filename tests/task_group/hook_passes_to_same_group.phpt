--TEST--
A callback of onSpawn() passes the coroutine to the group that spawns it: spawn() refuses a second task for it
--FILE--
<?php
// schedules: none
use Async\{AsyncException, Coroutine, Scope, TaskGroup};
use function Async\{await, onSpawn, timeout};

$group = null;
onSpawn(function (Coroutine $coroutine) use (&$group) {
    $group?->beforeCoroutineEnqueue($coroutine, new Scope);
});
foreach ([1, 2] as $concurrency) {
    $group = $passes = new TaskGroup($concurrency);
    try {
        $passes->spawn(fn() => 'never runs');
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
    $group = null;
    try {
        await($passes, timeout(2000));
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
    $passes->spawn(fn() => 'runs');
    var_dump(await($passes, timeout(2000)), count($passes));
}
?>
--EXPECT--
The coroutine is a task of the group already
Async\AsyncCancellation
array(1) {
  [1]=>
  string(4) "runs"
}
int(2)
The coroutine is a task of the group already
Async\AsyncCancellation
array(1) {
  [1]=>
  string(4) "runs"
}
int(2)
