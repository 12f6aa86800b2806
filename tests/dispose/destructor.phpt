--TEST--
The destructor of a scope is disposeSafely(), for a root scope without an awaiter as for a child (DI-01, DE-02, D8)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$scope = new Scope;
$child = Scope::inherit($scope);
foreach ([$scope, $child] as $s) $s->spawn(function () { for ($i = 0; $i < 3; $i++) suspend(); echo "went on\n"; });
unset($s);
$scope->spawn(fn() => print("this too, though it had not started\n"))->asHiPriority();
suspend();
$scope->spawn(fn() => print("this too\n"));
unset($scope);
var_dump($child->isClosed());
$child->awaitAfterCancellation();
// Awaited, cancelled or disposed: nothing to warn about.
$scope = new Scope; $scope->spawn(fn() => suspend()); $scope->awaitCompletion(); unset($scope);
$scope = new Scope; $scope->spawn(fn() => suspend()); suspend(); $scope->cancel(); unset($scope);
$scope = new Scope; $scope->spawn(fn() => suspend()); @$scope->disposeSafely(); unset($scope);
$scope = new Scope; $scope = null;
(new Scope)->spawn(fn() => print("end\n"));
?>
--EXPECTF--
this too, though it had not started

Warning: Coroutine is zombie at %sdestructor.php:7 in Scope disposed at %sdestructor.php:12 in %sdestructor.php on line 12

Warning: Coroutine is zombie at %sdestructor.php:7 in Scope disposed at %sdestructor.php:12 in %sdestructor.php on line 12

Warning: Coroutine is zombie at %sdestructor.php:11 in Scope disposed at %sdestructor.php:12 in %sdestructor.php on line 12
bool(true)
this too
went on
went on

Warning: Coroutine is zombie at %sdestructor.php:20 in Scope disposed at %sdestructor.php:20 in %sdestructor.php on line 20
end
