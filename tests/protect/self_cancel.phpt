--TEST--
protect() with a self-cancellation inside, a cancellation pending at its entry, and results that must be freed (D25, CN-26)
--FILE--
<?php
use function Async\{spawn, await, suspend, protect, currentCoroutine};

$c = spawn(function () {
    $r = protect(function () {
        currentCoroutine()->cancel(new Async\AsyncCancellation('inside'));
        suspend();
        echo "section ends\n";
        return [new stdClass, str_repeat('x', 1000)];
    });
    echo "not reached\n";
});
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

$c = spawn(function () {
    currentCoroutine()->cancel(new Async\AsyncCancellation('before'));
    protect(function () {
        suspend();
        echo "shielded although it came before\n";
    });
    echo "not reached\n";
});
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

$c = spawn(function () {
    protect(function () { suspend(); echo "section ends\n"; });
    echo "not reached\n";
});
suspend();
$c->cancel(new Async\AsyncCancellation('delivered once'));
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
section ends
inside
shielded although it came before
before
section ends
delivered once
