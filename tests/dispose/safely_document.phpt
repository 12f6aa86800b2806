--TEST--
disposeSafely() lets unfinished coroutines go on as zombies, with a warning for each; the document's example (DI-02, DI-03, ZO-01, ZO-02)
--FILE--
<?php
use function Async\{spawn, await};
use Async\Scope;

$scope = new Scope();
await($scope->spawn(function () {
    spawn(function () {
        Async\delay(1);
        echo "Task 1\n";
    });
    spawn(function () {
        Async\delay(150);
        echo "Task 2\n";
    });
    echo "Root task\n";
}));
$scope->disposeSafely();
var_dump($scope->isCancelled(), $scope->isFinished());
?>
--EXPECTF--
Root task

Warning: Coroutine is zombie at %ssafely_document.php:8 in Scope disposed at %ssafely_document.php:17 in %ssafely_document.php on line 17

Warning: Coroutine is zombie at %ssafely_document.php:12 in Scope disposed at %ssafely_document.php:17 in %ssafely_document.php on line 17
bool(false)
bool(true)
Task 1
Task 2
