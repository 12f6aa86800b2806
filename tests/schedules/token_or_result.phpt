--TEST--
A wait with a token ends by the result or by the token, and leaves nothing behind, in every schedule (D3, D24)
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, timeout};

function outcome(callable $wait): string
{
    try {
        return $wait();
    } catch (Async\AwaitCancelledException $e) {
        return 'token';
    } catch (Async\AsyncCancellation) {
        return 'cancelled';
    }
}

$slow = spawn(function () {
    delay(200);
    return 'result';
});
$token = spawn(fn() => suspend());
$waits = [
    spawn(fn() => outcome(fn() => await($slow, timeout(10)))),
    spawn(fn() => outcome(fn() => await($slow, timeout(3_600_000)))),
    spawn(fn() => outcome(fn() => await($slow, $token))),
];
foreach ($waits as $wait) {
    echo outcome(fn() => await($wait)), "\n";
}
echo outcome(fn() => await($slow)), "\n";
// schedules: any
?>
--EXPECT--
token
result
token
result
