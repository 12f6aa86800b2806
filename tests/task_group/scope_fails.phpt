--TEST--
A failure in the scope cancels its groups; an error of a task does not (TG-25, TG-26, D10, D16)
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncCancellation};
use function Async\{await, suspend, spawn};

$scope = new Scope();
$group = new TaskGroup($scope, concurrency: 1);
$sibling = $scope->spawn(function () { for ($i = 0; $i < 6; $i++) suspend(); return 'sibling'; });
$group->spawn(fn() => throw new Exception('of a task'));
$group->spawn(fn() => 'next');
echo await($sibling), ' ', json_encode($group->getResults()), ' ', json_encode($scope->isClosed()), "\n";

$group->spawn(function () { Async\delay(100000); });
$queued = $group->spawn(fn() => 'WRONG');
$scope->spawn(fn() => throw new Exception('of another'));
try {
    $scope->awaitCompletion();
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$group->awaitCompletion();
foreach ($group->getErrors() as $key => $error) {
    echo $key, ' ', $error->getMessage(), ' < ', $error->getPrevious()?->getMessage(), "\n";
}
var_dump($group->isClosed());
?>
--EXPECT--
sibling {"1":"next"} false
of another
0 of a task < 
2 The scope was cancelled by an uncaught Exception < of another
3 The scope was cancelled by an uncaught Exception < of another
bool(true)
