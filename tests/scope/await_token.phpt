--TEST--
The token of awaitCompletion() ends only the wait; the scope goes on (SW-06, D3, D7)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend, timeout, delay};

function attempt(Scope $scope, $token): void
{
    try {
        $scope->awaitCompletion($token);
        echo "completed\n";
    } catch (Throwable $e) {
        echo get_class($e), $e instanceof Async\AwaitCancelledException ? '' : ": {$e->getMessage()}", ', previous ',
            $e->getPrevious() ? get_class($e->getPrevious()) : '-', ', scope ',
            $scope->isFinished() ? 'finished' : 'busy', $scope->isCancelled() ? ' cancelled' : '', "\n";
    }
}
$scope = new Scope;
$stop = false;
$scope->spawn(function () use (&$stop) { while (!$stop) delay(1); echo "scope went on\n"; });

attempt($scope, timeout(1));
attempt($scope, spawn(function () { suspend(); }));
attempt($scope, spawn(function () { suspend(); throw new LogicException('token failed'); }));
$cancelled = spawn(function () { delay(100000); });
suspend();
$cancelled->cancel(new Async\AsyncCancellation('token cancelled'));
attempt($scope, $cancelled);
$over = spawn(fn() => 1);
Async\await($over);
attempt($scope, $over);
$stop = true;
attempt($scope, timeout(60000));
// With nothing to wait for the result wins.
attempt($scope, $over);
var_dump(Async\stats()['timers']);
// schedules: may go on, when main is cancelled
?>
--EXPECT--
Async\AwaitCancelledException, previous Async\TimeoutException, scope busy
Async\AwaitCancelledException, previous -, scope busy
LogicException: token failed, previous -, scope busy
Async\AwaitCancelledException, previous Async\AsyncCancellation, scope busy
Async\AwaitCancelledException, previous -, scope busy
scope went on
completed
completed
int(0)
