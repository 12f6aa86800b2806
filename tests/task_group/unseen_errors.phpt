--TEST--
An unseen error goes to the scope when the group is released (TG-21, D10, D16, P7)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn};

function handled(): Scope {
    $scope = new Scope();
    $scope->setExceptionHandler(function (Throwable $e) { echo 'scope: ', $e->getMessage(), "\n"; });
    return $scope;
}
function settle() { for ($i = 0; $i < 6; $i++) suspend(); }

$scope = handled();
$group = new TaskGroup($scope);
$group->spawn(fn() => throw new Exception('one'));
$group->spawn(function () { settle(); settle(); return 'goes on'; });
settle();
echo "nothing yet\n";
try {
    await($group);
} catch (Exception $e) {
    echo 'await: ', $e->getMessage(), "\n";
}
/* It stays usable. */
$group->spawn(fn() => throw new Exception('two'));
$group->spawn(fn() => throw new Exception('three'));
$group->awaitCompletion();
echo json_encode($group->getResults()), "\n";
unset($group, $e);
settle();
echo "---- a trigger may still deliver it\n";
$group = new TaskGroup($scope);
$group->spawn(fn() => throw new Exception('four'));
$group->awaitCompletion();
$race = $group->race();
$other = $group->race();
unset($group);
settle();
try {
    await($race);
} catch (Exception $e) {
    echo 'race: ', $e->getMessage(), "\n";
}
unset($race, $other);
settle();
echo "---- forgotten\n";
$group = new TaskGroup($scope);
$group->spawn(fn() => throw new Exception('five'));
$group->awaitCompletion();
$group->disposeResults();
settle();
echo "---- the coroutine itself was awaited\n";
$task = $group->spawn(fn() => throw new Exception('six'));
try {
    await($task);
} catch (Exception $e) {
    echo 'task: ', $e->getMessage(), "\n";
}
unset($group);
settle();
echo "---- after the end of the group\n";
$group = new TaskGroup($scope);
$group->spawn(function () { try { Async\delay(100000); } finally { throw new Exception('seven'); } });
suspend();
unset($group);
settle();
echo "---- without a handler it goes up\n";
$parent = handled();
await($parent->spawn(function () {
    $group = new TaskGroup();
    $group->spawn(fn() => throw new Exception('eight'));
    $group->awaitCompletion();
}));
settle();
var_dump($parent->isClosed());
?>
--EXPECTF--
nothing yet
await: one
{"1":"goes on"}
scope: two
scope: three
---- a trigger may still deliver it
race: four
---- forgotten
scope: five
---- the coroutine itself was awaited
task: six
---- after the end of the group

Warning: TaskGroup created at %s:61 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
scope: seven
---- without a handler it goes up
scope: eight
bool(false)
