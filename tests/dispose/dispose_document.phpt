--TEST--
dispose() cancels, with a warning for each unfinished coroutine; the document's example (DI-04, DI-05, DE-09, DE-10)
--FILE--
<?php
use function Async\{spawn, await};
use Async\Scope;

$scope = new Scope();
await($scope->spawn(function () {
    spawn(function () {
        try {
            Async\delay(1000);
            echo "Task 1\n";
        } finally {
            echo "Task 1 cleans up\n";
        }
    });
    spawn(function () {
        Async\delay(2000);
        echo "Task 2\n";
    });
    echo "Root task\n";
}));
Async\suspend();
$scope->dispose();
var_dump($scope->isCancelled());
$scope->awaitAfterCancellation();
?>
--EXPECTF--
Root task

Warning: Coroutine is zombie at %sdispose_document.php:9 in Scope disposed at %sdispose_document.php:22 in %sdispose_document.php on line 22

Warning: Coroutine is zombie at %sdispose_document.php:16 in Scope disposed at %sdispose_document.php:22 in %sdispose_document.php on line 22
bool(true)
Task 1 cleans up
