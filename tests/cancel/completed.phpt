--TEST--
Cancelling a completed coroutine does nothing (CN-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$ok = spawn(fn() => 'value');
$failed = spawn(fn() => throw new Exception('failure'));
$cancelled = spawn(fn() => 1);
$cancelled->cancel(new Async\AsyncCancellation('one'));
await($ok);
try { await($failed); } catch (Exception) {}
foreach ([$ok, $failed, $cancelled] as $c) {
    $c->cancel(new Async\AsyncCancellation('two'));
    try { echo await($c), "\n"; } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
}
var_dump($ok->isCancellationRequested(), $ok->isCancelled(), $failed->isCancellationRequested());
?>
--EXPECT--
value
Exception failure
Async\AsyncCancellation one
bool(false)
bool(false)
bool(false)
