--TEST--
awaitAfterCancellation() waits until the cancelled coroutines have cleaned up; the document's example (SW-09, SW-10)
--FILE--
<?php
use function Async\spawn;
use Async\Scope;

$scope = new Scope();
spawn(function () use ($scope) {
    try {
        $scope->awaitCompletion(Async\timeout(60000));
    } catch (\Async\CancellationError $exception) {
        $scope->awaitAfterCancellation();
        echo "Caught exception: ", preg_replace('~/.*/~', '', $exception->getMessage()) . "\n";
    }
});
$scope->spawn(function () use ($scope) {
    $scope->cancel();
    try {
        Async\delay(1000);
    } finally {
        usleep(1000);
        echo "Finally\n";
    }
});
?>
--EXPECT--
Finally
Caught exception: cancelled at after_cancellation_document.php:15
