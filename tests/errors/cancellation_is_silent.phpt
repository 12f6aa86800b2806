--TEST--
An unhandled cancellation is silent: no handler is called, no other coroutine is cancelled, also when user code threw it (EH-11, CN-05, D10 f)
--FILE--
<?php
use Async\{Scope, AsyncCancellation};
use function Async\{suspend, delay, await};

class Reason extends AsyncCancellation {}

$parent = new Scope;
$parent->setExceptionHandler(fn() => print("parent handler: not called\n"));
$parent->setChildScopeExceptionHandler(fn() => print("child handler: not called\n"));
$scope = Scope::inherit($parent);
$scope->setExceptionHandler(fn() => print("handler: not called\n"));
$plain = Scope::inherit($parent);
foreach ([$scope, $plain] as $s) {
    $cancelled = $s->spawn(fn() => delay(600000));
    $s->spawn(fn() => throw new AsyncCancellation('own'));
    $s->spawn(fn() => throw new Reason('extended'));
    $before = $s->spawn(fn() => 1);
    $before->cancel();
    $goesOn = $s->spawn(function () { suspend(); suspend(); suspend(); return 'sibling goes on'; });
    suspend();
    $cancelled->cancel();
    echo await($goesOn), "\n";
    $s->awaitCompletion();
    var_dump($s->isCancelled());
}
$scope->spawn(fn() => delay(600000));
suspend();
$scope->cancel(new Reason('the whole scope'));
suspend();
suspend();
echo "end\n";
?>
--EXPECT--
sibling goes on
bool(false)
sibling goes on
bool(false)
end
