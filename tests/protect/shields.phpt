--TEST--
protect(): its section runs to the end; a cancellation sent meanwhile is thrown right after it (PR-01, PR-02, D25)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, protect};

$c = spawn(function () use (&$c) {
    try {
        $r = protect(function () use (&$c) {
            echo "section starts\n";
            suspend();
            delay(2);
            echo await(spawn(fn() => 'awaits')), "\n";
            var_dump($c->isCancellationRequested(), $c->isCancelled());
            echo "section ends\n";
            return 'result';
        });
        echo "must not go on\n";
    } catch (Async\AsyncCancellation $e) {
        echo 'after: ', $e->getMessage(), "\n";
        throw $e;
    }
});
suspend();
$c->cancel(new Async\AsyncCancellation('sent meanwhile'));
try { await($c); } catch (Async\AsyncCancellation) {}
var_dump($c->isCancelled());
?>
--EXPECT--
section starts
awaits
bool(true)
bool(false)
section ends
after: sent meanwhile
bool(true)
