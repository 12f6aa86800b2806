--TEST--
When the awaiter is cancelled while its iterator suspends, each failure that it held goes to its scope (AW-18, D10 b, D23)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, Scope};
use function Async\{spawn, awaitAll, suspend};

$scope = new Scope;
$scope->setExceptionHandler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$sources = function () use ($scope) {
    yield $scope->spawn(fn() => throw new Exception('one'));
    try {
        Async\await(new Future);
    } finally {
        echo "iterator cancelled\n";
    }
};
$waiter = spawn(fn() => awaitAll($sources()));
for ($i = 0; $i < 5; $i++) suspend();
echo "cancel\n";
$waiter->cancel();
for ($i = 0; $i < 5; $i++) suspend();
var_dump($waiter->isCancelled());
?>
--EXPECT--
cancel
iterator cancelled
handler: one
bool(true)
