--TEST--
Completion callbacks run after a result, a failure and a cancellation; they see the outcome (FN-03)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$show = fn($c) => print(json_encode([$c->isCompleted(), $c->isCancelled(), $c->getResult(), $c->getException()?->getMessage()]) . "\n");
foreach ([fn() => 'ok', fn() => throw new Exception('failed'), fn() => throw new Async\AsyncCancellation('cancelled')] as $body) {
    $c = spawn($body);
    $c->onFinally($show);
    try { await($c); } catch (Throwable) {}
    suspend();
}
?>
--EXPECT--
[true,false,"ok",null]
[true,false,null,"failed"]
[true,true,null,"cancelled"]
