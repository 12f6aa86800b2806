--TEST--
A second cancel() with a reason warns that it is ignored, without one it is silent; also after dispose() and a failure (CN-18, CN-13)
--FILE--
<?php
use Async\{Scope, AsyncCancellation};
use function Async\suspend;

set_error_handler(function ($level, $message) { echo $level === E_WARNING ? 'E_WARNING' : $level, ": $message\n"; return true; });
$message = function (Scope $scope) { try { $scope->awaitCompletion(); return 'none'; } catch (Throwable $e) { return preg_replace('~/.*/~', '', $e->getMessage()); } };

$scope = new Scope;
$scope->cancel(new AsyncCancellation('first'));
$scope->cancel();
$scope->cancel(null);
$scope->cancel(new AsyncCancellation('second'));
$scope->cancel(cancellation: new AsyncCancellation('third'));
echo $message($scope), "\n";

$scope = new Scope;
$scope->dispose();
$scope->cancel();
$scope->cancel(new AsyncCancellation('after dispose()'));
echo $message($scope), "\n";

$parent = new Scope;
$scope = Scope::inherit($parent);
$parent->cancel(new AsyncCancellation('of the parent'));
$scope->cancel(new AsyncCancellation('of the child'));
echo $message($scope), "\n";

// disposeSafely() closes but does not cancel: cancel() still counts.
$scope = new Scope;
$scope->disposeSafely();
$scope->cancel(new AsyncCancellation('first'));
echo $message($scope), "\n";

$scope = new Scope;
$scope->spawn(function () { throw new RuntimeException('failure'); });
try { $scope->awaitCompletion(); } catch (RuntimeException) {}
$scope->cancel(new AsyncCancellation('after a failure'));
echo $message($scope), "\n";

// The child first: the cancellation of the parent leaves the child's reason unchanged.
$parent = new Scope;
$scope = Scope::inherit($parent);
$scope->cancel(new AsyncCancellation('of the child'));
$parent->cancel(new AsyncCancellation('of the parent'));
echo $message($scope), ', ', $message($parent), "\n";
restore_error_handler();
$scope->cancel(new AsyncCancellation);
?>
--EXPECTF--
E_WARNING: Async\Scope::cancel(): The scope is cancelled already: this cancellation is ignored
E_WARNING: Async\Scope::cancel(): The scope is cancelled already: this cancellation is ignored
first
E_WARNING: Async\Scope::cancel(): The scope is cancelled already: this cancellation is ignored
cancelled at cancel_twice.php:17
E_WARNING: Async\Scope::cancel(): The scope is cancelled already: this cancellation is ignored
of the parent
first
E_WARNING: Async\Scope::cancel(): The scope is cancelled already: this cancellation is ignored
The scope was cancelled by an uncaught RuntimeException
of the child, of the parent

Warning: Async\Scope::cancel(): The scope is cancelled already: this cancellation is ignored in %scancel_twice.php on line 47
