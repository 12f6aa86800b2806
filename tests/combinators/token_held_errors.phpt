--TEST--
A token ends the wait for a trigger: each unseen error that the trigger holds goes to the scope once (CB-08, D10 b)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState, Scope, AwaitCancelledException};
use function Async\{await, all, spawn, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$token = new Future($end = new FutureState);
$trigger = all([
    $scope->spawn(fn() => throw new Exception('one')),
    $scope->spawn(fn() => throw new Exception('two')),
    new Future,
]);
spawn(function () use ($end) {
    for ($i = 0; $i < 9; $i++) suspend();
    echo "token\n";
    $end->complete();
});
try {
    await($trigger, $token);
} catch (AwaitCancelledException $e) {
    echo "ended\n";
}
for ($i = 0; $i < 9; $i++) suspend();
echo "end\n";
?>
--EXPECT--
token
ended
handler: one
handler: two
end
