--TEST--
Nested protect(): the cancellation follows after the outermost, also when the inner one throws (PR-04, D25)
--FILE--
<?php
use function Async\{spawn, await, suspend, protect};

$c = spawn(function () {
    return protect(function () {
        protect(fn() => suspend());
        echo "after inner 1\n";
        try {
            protect(function () { protect(function () { suspend(); throw new Exception('inner 2'); }); });
        } catch (Exception $e) {
            echo $e->getMessage(), "\n";
        }
        suspend();
        echo "outer ends\n";
    });
});
suspend();
$c->cancel();
try { await($c); echo "not cancelled\n"; } catch (Async\AsyncCancellation) { echo "cancelled\n"; }
?>
--EXPECT--
after inner 1
inner 2
outer ends
cancelled
