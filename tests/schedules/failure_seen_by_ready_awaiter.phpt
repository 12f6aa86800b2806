--TEST--
A failure is routed after the coroutines that were ready before it, so that an awaiter among them handles it (D10 b, P7)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$awaiter = spawn(function () use (&$failing) {
    try {
        await($failing);
        return 'BROKEN: no failure';
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }
});
$failing = spawn(fn() => throw new RuntimeException('taken'));
$others = [spawn(fn() => suspend()), spawn(fn() => suspend())];
try {
    echo await($awaiter), "\n";
} catch (Async\AsyncCancellation) {
}
// schedules: any
?>
--EXPECT--
taken
