--TEST--
A waiter woken by a drained scope waits on when a coroutine was spawned there before the waiter ran (SW-02, P6)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

$scope = new Scope;
$first = $scope->spawn(function () { suspend(); echo "first\n"; });
spawn(function () use ($scope) {
    $scope->awaitCompletion();
    echo "awaiter goes on: ", $scope->isFinished() ? 'finished' : 'busy', "\n";
});
// Woken before the scope's awaiter, and behind it in the queue.
spawn(function () use ($scope, $first) {
    while (!$first->isCompleted()) suspend();
    echo "drained: ", $scope->isFinished() ? 'yes' : 'no', "\n";
    $scope->spawn(function () { suspend(); echo "second\n"; });
});
?>
--EXPECT--
first
drained: yes
second
awaiter goes on: finished
