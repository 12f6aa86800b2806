--TEST--
A coroutine that holds the last reference to its own scope is no zombie after its body has ended (D8, DI-03)
--FILE--
<?php
use Async\Scope;
use function Async\delay;

(function () {
    $scope = new Scope();
    $scope->spawn(function () use ($scope) {
        delay(1);
        echo "by closure\n";
    });
})();
(function () {
    $scope = new Scope();
    $scope->spawn(function (Scope $scope) {
        delay(2);
        echo "by argument\n";
    }, $scope);
})();
(function () {
    $scope = new Scope();
    $scope->setExceptionHandler(function (Throwable $e) { echo $e->getMessage(), "\n"; });
    $scope->spawn(function () use ($scope) {
        delay(3);
        throw new RuntimeException('failed');
    });
})();
// A sibling that still works is a zombie, but no other one.
(function () {
    $scope = new Scope();
    $scope->spawn(function () use ($scope) {
        delay(200);
    });
    $scope->spawn(function () {
        delay(400);
        echo "the sibling\n";
    });
})();
?>
--EXPECTF--
by closure
by argument
failed

Warning: Coroutine is zombie at %sscope_held_by_last_coroutine.php:%d in Scope disposed at %s
the sibling
