--TEST--
finally blocks and destructors of a cancelled coroutine run once and can suspend; the cancellation goes on after them (CN-14, CN-20, P8)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class D {
    function __destruct() { echo "destructor starts\n"; delay(1); echo "destructor ends\n"; }
}
$c = spawn(function () {
    $d = new D;
    try {
        try {
            delay(100000);
        } finally {
            echo "inner starts\n";
            delay(1);
            suspend();
            echo "inner ends\n";
        }
    } finally {
        echo "outer\n";
    }
    echo "never\n";
});
suspend();
$c->cancel(new Async\AsyncCancellation('reason'));
spawn(function () { echo "another coroutine\n"; });
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
inner starts
another coroutine
inner ends
outer
destructor starts
destructor ends
reason
