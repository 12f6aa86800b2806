--TEST--
A finished coroutine in a cycle with its result, arguments, exception or callbacks is collected (architecture "GC")
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Node { public $c; function __construct(public $n) {} function __destruct() { echo "collected {$this->n}\n"; } }
class Failure extends Exception { public $c; function __destruct() { echo "collected failure\n"; } }

function result() {
    $o = new Node('result');
    $o->c = spawn(fn() => $o);
    await($o->c);
}
function failure() {
    $e = new Failure;
    $e->c = spawn(fn() => throw $e);
    try { await($e->c); } catch (Failure) {}
    unset($e);
    suspend();
    suspend();
}
function cancelled() {
    $reason = new class extends Async\AsyncCancellation { public $c; function __destruct() { echo "collected reason\n"; } };
    $reason->c = spawn(fn() => 1);
    $reason->c->cancel($reason);
    suspend();
}
function callback() {
    $o = new Node('callback');
    $o->c = spawn(fn() => 1);
    $o->c->onFinally(function () use ($o) {});
    await($o->c);
    suspend();
}
gc_collect_cycles();
foreach (['result', 'failure', 'cancelled', 'callback'] as $f) {
    echo "$f: ";
    $f();
    gc_collect_cycles();
}
echo "end\n";
?>
--EXPECT--
result: collected result
failure: collected failure
cancelled: collected reason
callback: collected callback
end
