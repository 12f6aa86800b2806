--TEST--
A coroutine with a pending cancellation when its scope is disposed is no zombie; one without it is (DI-16, DI-11)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

set_error_handler(function ($level, $message) { echo preg_replace('~ [^ ]*/~', ' ', $message), "\n"; return true; });
$body = function () { try { Async\delay(100000); } finally { suspend(); suspend(); echo "cleaned up\n"; } };
$scope = new Scope;
try {
    $scope->spawn($body);
    suspend();
} finally {
    $scope->cancel();
    unset($scope);
}
for ($i = 0; $i < 4; $i++) suspend();
echo "-\n";
$scope = new Scope;
$c = $scope->spawn($body);
$scope->spawn(function () { suspend(); suspend(); echo "zombie\n"; }); // line 20
suspend();
$c->cancel();
$scope->disposeSafely();
$scope->awaitAfterCancellation();
?>
--EXPECT--
cleaned up
-
Coroutine is zombie at cancelled_before.php:19 in Scope disposed at cancelled_before.php:22
zombie
cleaned up
