--TEST--
Cancelling a group does not affect the other coroutines of a shared scope (TG-27)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn};

$scope = new Scope();
$groups = [new TaskGroup($scope), new TaskGroup($scope), new TaskGroup($scope)];
$task = function (string $name) { for ($i = 0; $i < 5; $i++) suspend(); return $name; };
foreach ($groups as $i => $group) $group->spawn($task, "task $i");
$free = $scope->spawn($task, 'free');
suspend();
$groups[0]->cancel();
unset($groups[1]);
echo json_encode(await($groups[2])), ' ', await($free), ' ', json_encode($scope->isClosed()), "\n";
echo count($groups[0]->getErrors()), ' ', $groups[0]->getResults() === [] ? 'no results' : 'WRONG', "\n";
?>
--EXPECTF--

Warning: TaskGroup created at %s:6 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
["task 2"] free false
1 no results
