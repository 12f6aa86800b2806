--TEST--
awaitSpawned() with a token: AwaitCancelledException, the spawned coroutines go on; wrong tokens; its own cancellation (LT-03, D3)
--FILE--
<?php
use function Async\{spawn, awaitSpawned, suspend, delay, timeout, await};

$c = spawn(function () {
    $self = Async\currentCoroutine();
    $child = spawn(function () { for ($i = 0; $i < 10; $i++) suspend(); return 'child goes on'; });
    $token = Async\Scope::global()->spawn(fn() => suspend());
    // The token is a spawned coroutine, too, and ends first.
    try { awaitSpawned($token); } catch (Async\AwaitCancelledException $e) { var_dump($e->getPrevious()); }
    echo await($child), "\n";
    awaitSpawned($token);
    spawn(fn() => delay(600000));
    try { awaitSpawned(timeout(1)); } catch (Async\AwaitCancelledException $e) { echo get_class($e->getPrevious()), "\n"; }
    $failing = Async\Scope::global()->spawn(fn() => throw new LogicException('the token failed'));
    try { awaitSpawned($failing); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
    try { awaitSpawned(new stdClass); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    try { awaitSpawned(new class implements Async\Awaitable {}); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    spawn(function () use ($self) { suspend(); $self->cancel(new Async\AsyncCancellation('mine')); delay(600000); });
    try { awaitSpawned(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    exit;
});
await($c);
?>
--EXPECTF--
NULL
child goes on
Async\TimeoutException
the token failed
Async\awaitSpawned(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, stdClass given
Async\awaitSpawned(): Argument #1 ($cancellation) must be an awaitable that an extension provides, Async\Awaitable@anonymous given
mine
