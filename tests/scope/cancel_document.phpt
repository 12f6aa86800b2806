--TEST--
cancel() reaches every coroutine of the scope; the documents' examples (CN-15, LT-01)
--FILE--
<?php
use function Async\spawn;
use Async\Scope;

echo "Start\n";
$scope = new Scope();
$scope->spawn(function () {
    spawn(function () { Async\delay(1000); echo "Task 1\n"; });
    spawn(function () { Async\delay(2000); echo "Task 2\n"; });
});
$scope->cancel();
echo "End\n";
var_dump($scope->isFinished(), $scope->getCoroutines());

$scope = new Async\Scope();
foreach (['I was cancelled!', 'Me too!'] as $text) {
    $scope->spawn(function () use ($text) {
        try {
            while (true) {
                echo "Working...\n";
                Async\sleep(100000);
            }
        } catch (Async\AsyncCancellation $e) {
            echo "$text\n";
        }
    });
}
Async\suspend();
$scope->cancel();
$scope->awaitAfterCancellation();

$scope = new Scope();
$scope->spawn(function () {
    try {
        echo "Starting work\n";
        Async\sleep(100000);
        echo "Finished\n";
    } finally {
        echo "Cleaning up resources\n";
    }
});
Async\suspend();
$scope->cancel();
// schedules: may go on, when main is cancelled
?>
--EXPECT--
Start
End
bool(true)
array(0) {
}
Working...
Working...
I was cancelled!
Me too!
Starting work
Cleaning up resources
