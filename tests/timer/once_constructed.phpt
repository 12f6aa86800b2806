--TEST--
A Timeout is constructed once: a second constructor call is refused in every state
--FILE--
<?php
use function Async\{timeout, await};

function again($t) {
    try { $t->__construct(5); echo "constructed again\n"; } catch (Throwable $e) { echo get_class($e), "\n"; }
}
again(timeout(1000));
$fired = timeout(1);
await($fired);
again($fired);
$cancelled = timeout(1000);
$cancelled->cancel();
again($cancelled);
var_dump($fired->isCompleted());
?>
--EXPECT--
Async\AsyncException
Async\AsyncException
Async\AsyncException
bool(true)
