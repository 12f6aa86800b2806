--TEST--
A cycle through a parked or queued coroutine is alive; it is collected after the coroutine has ended (architecture "GC")
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Node { public $c; function __destruct() { echo "collected\n"; } }
function make(callable $body) {
    $o = new Node;
    $o->c = spawn($body, $o);
}
make(function ($o) { delay(50); echo 'after the delay ', get_class($o->c), "\n"; });
gc_collect_cycles();
suspend();
gc_collect_cycles();
echo "still there\n";
delay(100);
gc_collect_cycles();
echo "end\n";
// schedules: any
?>
--EXPECT--
still there
after the delay Async\Coroutine
collected
end
