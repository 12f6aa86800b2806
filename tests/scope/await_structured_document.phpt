--TEST--
A parent task waits for its subtasks; the documents' examples (SH-05, SW-15, SW-02)
--FILE--
<?php
use function Async\{spawn, suspend};

$mainScope = new Async\Scope();
$mainScope->spawn(function () {
    echo "Main task\n";
    $childScope = Async\Scope::inherit();
    $childScope->spawn(function () { echo "Subtask 1\n"; });
    $childScope->spawn(function () { echo "Subtask 2\n"; });
    $childScope->awaitCompletion();
    echo "All subtasks done\n";
});
$mainScope->awaitCompletion();

function processUser(int $userId): string
{
    $scope = Async\Scope::inherit();
    foreach (['email', 'cache', 'log'] as $name) {
        $scope->spawn(function () use ($name) { suspend(); echo "$name\n"; });
    }
    $scope->awaitCompletion(new Async\Timeout(60000));
    return "OK";
}
$scope = new Async\Scope();
$coroutine = $scope->spawn(processUser(...), 123);
$scope->awaitCompletion(new Async\Timeout(60000));
echo $coroutine->getResult(), "\n";

// Getting a profile from three sources.
function getUserProfile(int $userId): array
{
    $scope = new Async\Scope();
    $profile = [];
    foreach (['data', 'orders', 'settings'] as $n => $key) {
        $scope->spawn(function () use ($n, $key, $userId, &$profile) { while ($n--) suspend(); $profile[$key] = $userId; });
    }
    $scope->awaitCompletion(Async\timeout(30000));
    return $profile;
}
echo json_encode(getUserProfile(7)), "\n";
?>
--EXPECT--
Main task
Subtask 1
Subtask 2
All subtasks done
email
cache
log
OK
{"data":7,"orders":7,"settings":7}
