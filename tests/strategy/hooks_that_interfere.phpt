--TEST--
Hooks that cancel, close the scope, await, suspend, spawn or throw: no refused coroutine starts, none is lost (ST-05, ST-06)
--FILE--
<?php
use Async\{Scope, Coroutine, SpawnStrategy};
use function Async\{spawn, spawnWith, suspend, await};

class Hooks implements SpawnStrategy {
    function __construct(private ?Scope $scope, private ?Closure $before = null, private ?Closure $after = null) {}
    function provideScope(): ?Scope { return $this->scope; }
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array { $this->before && ($this->before)($coroutine, $scope); return []; }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void { $this->after && ($this->after)($coroutine, $scope); }
}
function attempt($name, Hooks $hooks) {
    echo "$name: ";
    $c = null;
    try { $c = spawnWith($hooks, fn() => print('runs ')); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), ' '; }
    suspend();
    suspend();
    echo $c ? json_encode([$c->isCompleted(), $c->isCancelled()]) : 'no coroutine', "\n";
}
attempt('cancel before', new Hooks(new Scope, fn($c) => $c->cancel()));
attempt('cancel after', new Hooks(new Scope, null, fn($c) => $c->cancel()));
attempt('close before', new Hooks(new Scope, fn($c, $s) => $s->cancel()));
attempt('close after', new Hooks(new Scope, null, fn($c, $s) => $s->cancel()));
attempt('throw before', new Hooks(new Scope, fn() => throw new Exception('refused')));
attempt('throw after', new Hooks(new Scope, null, fn() => throw new Exception('too late')));
attempt('suspend before', new Hooks(new Scope, fn() => suspend()));
attempt('suspend after', new Hooks(new Scope, null, fn() => suspend()));
attempt('await after', new Hooks(new Scope, null, fn($c) => await($c)));
attempt('spawn with itself', new Hooks($s = new Scope, fn() => spawnWith(new Hooks($s), fn() => print('inner '))));
attempt('cancel twice', new Hooks(new Scope, fn($c) => $c->cancel(new Async\AsyncCancellation('one')), fn($c) => $c->cancel(new Async\AsyncCancellation('two'))));

// Awaited before it is queued.
$waiter = null;
$c = spawnWith(new Hooks(new Scope, function ($c) use (&$waiter) {
    $waiter = spawn(fn() => await($c));
    suspend();
    $c->onFinally(fn() => print("callback\n"));
}), fn() => 'result');
echo await($waiter), "\n";
suspend();
// A coroutine that is never queued, awaited: it was cancelled when the strategy threw.
$c = null;
try {
    spawnWith(new Hooks(new Scope, function ($coroutine) use (&$c) { $c = $coroutine; throw new Exception('refused'); }), fn() => 1);
} catch (Exception) {
    var_dump($c->isStarted(), $c->isQueued(), $c->isCompleted());
    try { await($c); } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; }
}
?>
--EXPECTF--
cancel before: [true,true]
cancel after: [true,true]
close before: Async\AsyncException Coroutine scope is closed no coroutine
close after: [true,true]
throw before: Exception refused no coroutine
throw after: Exception too late runs no coroutine
suspend before: runs [true,false]
suspend after: runs [true,false]
await after: runs [true,false]
spawn with itself: inner runs [true,false]
cancel twice: [true,true]
%Aresult
%Abool(false)
bool(false)
bool(true)
cancelled
