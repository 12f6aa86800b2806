--TEST--
await() whose timeout fires first: AwaitCancelledException with a TimeoutException as previous; the awaited coroutine goes on (AW-07, AW-08, AW-10, D3, D24)
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

$slow = spawn(function () {
    delay(40);
    echo "slow finishes\n";
    return 'slow result';
});
try {
    await($slow, timeout(5));
    echo "not reached\n";
} catch (Async\AwaitCancelledException $e) {
    echo get_class($e), "\n", get_class($e->getPrevious()), ': ', $e->getPrevious()->getMessage(), "\n";
    var_dump($e instanceof Async\AsyncException, $e instanceof Exception, $e->getPrevious()->getPrevious());
    echo basename($e->getFile()), ':', $e->getLine(), "\n";
}
var_dump($slow->isCancelled(), $slow->isCancellationRequested(), $slow->isCompleted());
// The token has fired; the next wait has none.
echo await($slow), "\n";
?>
--EXPECTF--
Async\AwaitCancelledException
Async\TimeoutException: %S5 ms%S
bool(true)
bool(true)
NULL
token_timeout.php:10
bool(false)
bool(false)
bool(false)
slow finishes
slow result
