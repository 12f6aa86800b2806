--TEST--
asNotSafely() makes the destructor cancel silently, allowZombies() reverts that; both return $this (DI-14, D8)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$body = function () { try { suspend(); suspend(); echo "went on\n"; } catch (Async\AsyncCancellation $e) { echo preg_replace('~/.*/~', '', $e->getMessage()), "\n"; } };
$scope = new Scope;
var_dump($scope->asNotSafely() === $scope, $scope->allowZombies() === $scope);
$scope->asNotSafely()->spawn($body);
suspend();
unset($scope); // line 10
suspend();
suspend();
$scope = (new Scope)->asNotSafely()->allowZombies();
$scope->spawn($body);
suspend();
@$scope->__destruct();
suspend();
suspend();
// The other ways of disposal are not affected.
$scope = (new Scope)->asNotSafely();
$scope->spawn($body);
suspend();
@$scope->disposeSafely();
unset($scope);
?>
--EXPECT--
bool(true)
bool(true)
cancelled at as_not_safely.php:10
went on
went on
