--TEST--
A cancellation delivered in the handler of a nested trigger passes through: no combinator takes it as an error of its source (CB-05, D34, D23)
--FILE--
<?php
// schedules: any
// schedules: may deadlock
use Async\{Future, FutureState, AsyncCancellation};
use function Async\{spawn, await, awaitAll, awaitFirstSuccess, any, captureErrors, ignoreErrors, suspend};

$wait = [
    'awaitAll' => fn($t) => awaitAll([$t]),
    'awaitFirstSuccess' => fn($t) => awaitFirstSuccess([$t]),
    'captureErrors' => fn($t) => await(captureErrors($t)),
    'ignoreErrors' => fn($t) => await(ignoreErrors(any([$t]))),
    'token' => fn($t) => await(new Future, any([$t])),
];
foreach ($wait as $name => $f) {
    $waiter = spawn(function () use ($f, $name, &$inHandler) {
        try {
            $f(ignoreErrors(Future::failed(new Exception('one')), function () use (&$inHandler) {
                $inHandler = true;
                await(new Future(new FutureState));
            }));
            echo "$name: swallowed\n";
        } catch (AsyncCancellation $e) {
            echo "$name: ", $e->getMessage(), "\n";
        }
    });
    $inHandler = false;
    while (!$inHandler) suspend();
    $waiter->cancel(new AsyncCancellation('cancelled in the handler'));
    await($waiter);
}
?>
--EXPECT--
awaitAll: cancelled in the handler
awaitFirstSuccess: cancelled in the handler
captureErrors: cancelled in the handler
ignoreErrors: cancelled in the handler
token: cancelled in the handler
