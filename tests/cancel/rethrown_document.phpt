--TEST--
Example: catch the cancellation, clean up, throw it again: the awaiter gets it (CN-03, CN-09, CN-11)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function task(): void
{
    try {
        Async\delay(600000);
    } catch (\Async\CancellationException $exception) {
        // handle CancellationException
        echo "Cleaned up\n";
        throw $exception;
    } finally {
        echo "Finally\n";
    }
}

$coroutine = spawn(task(...));
suspend();
$coroutine->cancel(new \Async\CancellationException('Task was cancelled'));
try {
    await($coroutine);
} catch (\Async\CancellationException $e) {
    echo 'Caught: ', $e->getMessage(), "\n";
}
echo "The end\n";
?>
--EXPECT--
Cleaned up
Finally
Caught: Task was cancelled
The end
