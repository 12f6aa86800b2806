--TEST--
The closure of protect() throws while a cancellation is pending: no exception is lost (D25, P7)
--FILE--
<?php
use function Async\{spawn, await, suspend, protect};

$c = spawn(function () {
    try {
        protect(function () {
            suspend();
            throw new Exception('from the section');
        });
    } catch (Exception $e) {
        echo 'caught ', $e->getMessage(), "\n";
    }
    // Still pending: seen at the next suspension point.
    suspend();
    echo "must not go on\n";
});
suspend();
$c->cancel(new Async\AsyncCancellation('pending'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
caught from the section
pending
