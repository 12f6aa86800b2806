--TEST--
A future as cancellation token in each state: result, error, cancellation, pending, failed before (AW-09, AW-12, AW-17, D3, D24)
--FILE--
<?php
// schedules: any
// schedules: may deadlock
use Async\{Future, FutureState, AsyncCancellation, AwaitCancelledException};
use function Async\{await, spawn, suspend};

$endless = new Future($never = new FutureState);
$show = function (Future $token) use ($endless) {
    try {
        await($endless, $token);
    } catch (AwaitCancelledException $e) {
        $previous = $e->getPrevious();
        echo 'ended, previous: ', $previous ? get_class($previous) . ' ' . $previous->getMessage() : 'none', "\n";
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getMessage(), "\n";
    }
};
$show(Future::completed('value'));
$show(Future::failed(new LogicException('token failed')));
$cancelled = new Future;
$cancelled->cancel(new AsyncCancellation('token cancelled'));
$show($cancelled);
foreach (['complete', 'error', 'cancel'] as $how) {
    $state = new FutureState;
    $token = new Future($state);
    $waiter = spawn($show, $token);
    suspend();
    match ($how) {
        'complete' => $state->complete(),
        'error' => $state->error(new LogicException('fails meanwhile')),
        'cancel' => $token->cancel(new AsyncCancellation('cancelled meanwhile')),
    };
    await($waiter);
}
$never->complete('the result wins');
var_dump(await($endless, Future::completed()));
?>
--EXPECT--
ended, previous: none
LogicException token failed
ended, previous: Async\AsyncCancellation token cancelled
ended, previous: none
LogicException fails meanwhile
ended, previous: Async\AsyncCancellation cancelled meanwhile
string(15) "the result wins"
