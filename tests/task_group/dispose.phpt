--TEST--
dispose() cancels the tasks without a warning and leaves no zombie (TG-24, TG-23)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn};

$scope = new Scope();
$group = new TaskGroup($scope, concurrency: 1);
$first = $group->spawn(function () {
    try {
        Async\delay(100000);
    } finally {
        suspend();
        echo "first cleans up\n";
    }
});
$second = $group->spawn(fn() => 'WRONG');
suspend();
$group->dispose();
$group->dispose();
var_dump($second->isCancelled(), $first->isCompleted(), $group->isClosed());
$group->awaitCompletion();
var_dump($first->isCancelled(), $scope->isClosed(), count($scope->getCoroutines()));

/* Its own scope ends with the group and with all coroutines that tasks spawned; without a warning as well. */
$group = new TaskGroup();
$own = $group->provideScope();
$group->spawn(function () use (&$secondary) {
    $secondary = spawn(function () { Async\delay(100000); });
    Async\delay(100000);
});
suspend();
suspend();
$group->dispose();
suspend();
var_dump($own->isClosed(), $own->isCancelled(), $secondary->isCancelled());

/* No task is pending. */
$group = new TaskGroup();
$own = $group->provideScope();
$group->spawn(fn() => 1);
await($group);
$group->dispose();
var_dump($own->isClosed(), $group->getResults());
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
first cleans up
bool(true)
bool(false)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
array(1) {
  [0]=>
  int(1)
}
