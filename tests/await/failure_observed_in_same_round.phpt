--TEST--
A failure counts as handled when a coroutine that was ready at that moment awaits it (D10 b)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$failing = spawn(fn() => throw new Exception('caught in time'));
spawn(function () use ($failing) {
    try {
        await($failing);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
});
suspend();
suspend();
suspend();
echo "main goes on\n";
?>
--EXPECT--
caught in time
main goes on
