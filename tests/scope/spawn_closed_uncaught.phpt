--TEST--
An uncaught spawn in a closed scope ends the script; the document's example (DI-12, SC-25)
--FILE--
<?php
$scope = new Async\Scope();
$scope->spawn(function () { echo "Task 1\n"; });
$scope->cancel();
$scope->spawn(function () { echo "Task 2\n"; });
?>
--EXPECTF--

Fatal error: Uncaught Async\AsyncException: Coroutine scope is closed in %sspawn_closed_uncaught.php:5
Stack trace:
#0 %sspawn_closed_uncaught.php(5): Async\Scope->spawn(Object(Closure))
#1 {main}
  thrown in %sspawn_closed_uncaught.php on line 5
