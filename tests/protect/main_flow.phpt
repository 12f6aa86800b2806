--TEST--
protect() works in the main flow, and has no effect where no cancellation can come (PR-01, ED-01)
--FILE--
<?php
use function Async\{spawn, suspend, protect, delay, currentCoroutine};

echo protect(fn() => "before anything async\n");
$main = currentCoroutine();
spawn(function () use ($main) { $main->cancel(new Async\AsyncCancellation('main')); });
try {
    protect(function () { delay(2); echo "section ends\n"; });
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
register_shutdown_function(function () {
    echo protect(fn() => "in a shutdown function\n");
});
?>
--EXPECT--
before anything async
section ends
main
in a shutdown function
