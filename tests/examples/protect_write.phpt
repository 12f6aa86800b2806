--TEST--
Critical section of the document: an fwrite() begun in protect() finishes although the coroutine is cancelled (PR-01, PR-03)
--FILE--
<?php
use function Async\{spawn, await, protect, suspend};

$file = fopen('php://memory', 'w+');
$c = spawn(function () use ($file) {
    $n = protect(function () use ($file) {
        $n = fwrite($file, "Critical ");
        suspend();
        return $n + fwrite($file, "data\n");
    });
    echo "not reached, $n\n";
});
suspend();
$c->cancel();
try { await($c); } catch (Async\AsyncCancellation) {}
rewind($file);
echo stream_get_contents($file);
?>
--EXPECT--
Critical data
