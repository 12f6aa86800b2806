--TEST--
A scope's callbacks can wait; awaitAfterCancellation() waits for them; they run in the scope and are not cancelled with it (FN-02, D13, D10)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay, spawn, currentScope, await};

$scope = new Scope;
$scope->onFinally(function ($s) {
    delay(2);
    echo 'in the scope: ', var_export(currentScope() === $s, true), "\n";
    try { spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    echo await(Async\Scope::global()->spawn(fn() => 'elsewhere it can spawn')), "\n";
    $s->cancel();
    try { $s->awaitCompletion(); } catch (Throwable $e) { echo get_class($e), "\n"; }
});
$scope->onFinally(fn() => print("second\n"));
$scope->spawn(fn() => delay(600000));
suspend();
$scope->cancel();
$scope->awaitAfterCancellation();
echo "end\n";
?>
--EXPECT--
in the scope: true
Coroutine scope is closed
elsewhere it can spawn
Async\AsyncException
second
end
