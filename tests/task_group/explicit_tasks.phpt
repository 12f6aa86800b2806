--TEST--
await() of a group waits for its tasks, not for coroutines that they spawn (TG-12, TG-29, TG-30)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn, currentScope};

$scope = new Scope();
$group = new TaskGroup(scope: $scope, captureResults: true);
$secondary = [];
for ($i = 0; $i < 3; $i++) {
    $group->spawn(function () use ($i, $scope, &$secondary) {
        $secondary[] = spawn(function () use ($scope) {
            if (currentScope() !== $scope) echo "WRONG\n";
            Async\delay(100000);
        });
        return $i;
    });
}
echo json_encode(await($group)), ' ', count($group), ' ', count($scope->getCoroutines()), "\n";
foreach ($group as $key => [$result]) echo "$key: $result\n";
/* Two groups in one scope. */
$other = new TaskGroup($scope);
$other->spawn(fn() => 'other');
echo json_encode(await($other)), ' ', json_encode(await($group)), "\n";
$other->cancel();
var_dump($secondary[0]->isCompleted(), $scope->isClosed());
$scope->cancel();
suspend();
var_dump($secondary[0]->isCancelled());
?>
--EXPECT--
[0,1,2] 3 3
0: 0
1: 1
2: 2
["other"] [0,1,2]
bool(false)
bool(false)
bool(true)
