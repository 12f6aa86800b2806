--TEST--
A completion callback does not handle a failure, unless it awaits the coroutine (D10, D13)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(fn() => throw new Exception('handled in a callback'));
$c->onFinally(function ($c) {
    try { await($c); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
});
delay(300);
echo "goes on\n";
$c = spawn(fn() => throw new Exception('only looked at'));
$c->onFinally(function ($c) { echo 'callback: ', $c->getException()->getMessage(), "\n"; });
try { delay(100000); } finally { echo "main cancelled\n"; }
?>
--EXPECTF--
handled in a callback
goes on
callback: only looked at
main cancelled

Fatal error: Uncaught Exception: only looked at in %s:%d
%A
