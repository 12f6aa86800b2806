--TEST--
exit() in scopes and their handlers ends the application at once with its status; no finally, handler or callback runs after it (EX-01, EX-02, D15)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = <<<'PHP'
$parent = new Async\Scope; $scope = Async\Scope::inherit($parent); $other = new Async\Scope;
foreach ([$parent, $scope, $other] as $s) {
    $s->spawn(function () { try { Async\delay(600000); } catch (Throwable) { echo "never caught\n"; } finally { echo "never finally\n"; } });
    $s->onFinally(fn() => print("never a callback\n"));
}
unset($s);
$other->spawn(function () { try { Async\protect(fn() => Async\delay(600000)); } finally { echo "never finally\n"; } });
Async\suspend();
register_shutdown_function(fn() => print("shutdown function\n"));
$fails = fn() => throw new Exception("X");
PHP;
foreach ([
    'coroutine of a child scope' => '$scope->spawn(fn() => exit(11));',
    'exception handler' => '$scope->setExceptionHandler(fn($e) => exit(12)); $scope->spawn($fails);',
    'child handler' => '$parent->setChildScopeExceptionHandler(fn($e) => exit(13)); $scope->spawn(function () use ($fails) { @$GLOBALS["scope"]->disposeSafely(); exit(13); });',
    'handler after a wait' => '$scope->setExceptionHandler(function ($e) { Async\delay(1); exit(14); }); $scope->spawn($fails);',
    'error handler of awaitAfterCancellation' => '$c = new Async\Scope; $c->spawn(function () use ($fails) { try { Async\delay(600000); } finally { $fails(); } }); Async\suspend(); $c->cancel(); $c->awaitAfterCancellation(fn($e) => exit(15));',
    'warning of dispose' => 'set_error_handler(fn() => exit(16)); $other->disposeSafely();',
    'warning of the destructor' => 'set_error_handler(fn() => exit(17)); unset($other);',
    'callback' => '$c = new Async\Scope; $c->onFinally(fn() => exit(18)); $c->cancel();',
    'destructor of a handler' => '$c = new Async\Scope; $c->setExceptionHandler(new class { function __invoke($e) {} function __destruct() { echo "destructor\n"; exit(19); } }); unset($c);',
    'destructor of a subclass' => 'class MyScope extends Async\Scope { function __destruct() { exit(20); } } $c = new MyScope; $c->spawn(fn() => print("never\n")); unset($c);',
    'beforeCoroutineEnqueue' => 'class St implements Async\SpawnStrategy { function provideScope(): ?Async\Scope { return $GLOBALS["other"]; } function beforeCoroutineEnqueue($c, $s): array { exit(21); } function afterCoroutineEnqueue($c, $s): void {} } Async\spawnWith(new St, fn() => print("never\n"));',
    'afterCoroutineEnqueue' => 'class St implements Async\SpawnStrategy { function provideScope(): ?Async\Scope { return $GLOBALS["other"]; } function beforeCoroutineEnqueue($c, $s): array { return []; } function afterCoroutineEnqueue($c, $s): void { exit(22); } } Async\spawnWith(new St, fn() => print("never\n"));',
    'provideScope' => 'class St implements Async\ScopeProvider { function provideScope(): ?Async\Scope { exit(23); } } Async\spawnWith(new St, fn() => print("never\n"));',
    'die in awaited' => 'Async\await($scope->spawn(fn() => die("said\n")));',
    'main, awaiting a scope elsewhere' => 'Async\spawn(function () use ($scope) { try { $scope->awaitCompletion(); } finally { echo "never\n"; } }); Async\suspend(); exit(25);',
    'during the graceful shutdown' => 'Async\spawn(function () { try { Async\delay(600000); } finally { exit(26); } }); Async\suspend(); Async\gracefulShutdown();',
] as $name => $code) {
    [$output, $status] = run_php("$before $code\nAsync\\delay(600000);");
    echo "$name: ", strtr(trim($output), "\n", '|'), " $status\n";
}
?>
--EXPECT--
coroutine of a child scope: shutdown function 11
exception handler: shutdown function 12
child handler: shutdown function 13
handler after a wait: shutdown function 14
error handler of awaitAfterCancellation: shutdown function 15
warning of dispose: shutdown function 16
warning of the destructor: shutdown function 17
callback: shutdown function 18
destructor of a handler: destructor|shutdown function 19
destructor of a subclass: shutdown function 20
beforeCoroutineEnqueue: shutdown function 21
afterCoroutineEnqueue: shutdown function 22
provideScope: shutdown function 23
die in awaited: said|shutdown function 0
main, awaiting a scope elsewhere: shutdown function 25
during the graceful shutdown: shutdown function 26
