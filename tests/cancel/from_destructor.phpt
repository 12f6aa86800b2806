--TEST--
cancel() works in a destructor, a completion callback, a generator and an error handler (CN-02)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function victim($name) {
    $c = spawn(function () use ($name) {
        try { delay(100000); } catch (Async\AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; throw $e; }
    });
    suspend();
    return $c;
}
class Canceller {
    function __construct(private $c) {}
    function __destruct() { $this->c->cancel(new Async\AsyncCancellation('destructor')); }
}
$v = victim('a');
$k = new Canceller($v);
unset($k);
try { await($v); } catch (Async\AsyncCancellation) {}

$v = victim('b');
spawn(fn() => 1)->onFinally(fn() => $v->cancel(new Async\AsyncCancellation('callback')));
try { await($v); } catch (Async\AsyncCancellation) {}

$v = victim('c');
(function () use ($v) { try { yield 1; } finally { $v->cancel(new Async\AsyncCancellation('generator')); } })()->current();
gc_collect_cycles();
try { await($v); } catch (Async\AsyncCancellation) {}

$v = victim('d');
set_error_handler(fn() => $v->cancel(new Async\AsyncCancellation('error handler')) ?? true);
echo $nothing;
restore_error_handler();
try { await($v); } catch (Async\AsyncCancellation) {}

// The victim's own local cancels it while its frames are released.
$self = spawn(function () use (&$self) { $k = new Canceller($self); return 'result'; });
try { echo await($self), "\n"; } catch (Async\AsyncCancellation $e) { echo 'self: ', $e->getMessage(), "\n"; }
?>
--EXPECT--
a: destructor
b: callback
c: generator
d: error handler
self: destructor
