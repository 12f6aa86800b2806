--TEST--
A pending cancellation is thrown before the wait begins (AW-18, D34)
--FILE--
<?php
// schedules: any
use Async\{AsyncCancellation, Future};
use function Async\{spawn, awaitAll, currentCoroutine, protect, suspend, await};

$c = spawn(function () {
    try {
        protect(function () {
            currentCoroutine()->cancel(new AsyncCancellation('due'));
            echo json_encode(awaitAll([Future::completed('shielded')])), "\n";
        });
        echo "not reached\n";
    } finally {
        echo json_encode(awaitAll([Future::completed('cleaning up')])), "\n";
    }
});
try {
    await($c);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
[["shielded"],[]]
[["cleaning up"],[]]
due
