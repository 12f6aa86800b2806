--TEST--
A group that holds the only reference to its scope ends the scope when it ends (TG-28, TG-39)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn};

function secondary(TaskGroup $group): Async\Coroutine {
    return await($group->spawn(fn() => spawn(function () { Async\delay(100000); })));
}
foreach (['cancel', 'dispose', '__destruct', 'gone'] as $how) {
    $group = new TaskGroup(new Scope());
    $secondary = secondary($group);
    if ($how === 'gone') {
        unset($group);
    } else {
        $group->$how();
    }
    suspend();
    echo "$how: ", json_encode($secondary->isCancelled()), "\n";
}
/* With another reference the scope goes on. */
$group = new TaskGroup($scope = new Scope());
$secondary = secondary($group);
$group->cancel();
suspend();
var_dump($secondary->isCancelled(), $scope->isClosed());
$scope->cancel();

/* The same with the scope that the group made itself. */
$group = new TaskGroup();
$scope = $group->provideScope();
$secondary = secondary($group);
unset($group);
suspend();
var_dump($secondary->isCancelled(), $scope->isClosed());
?>
--EXPECT--
cancel: true
dispose: true
__destruct: true
gone: true
bool(false)
bool(false)
bool(true)
bool(true)
