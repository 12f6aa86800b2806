--TEST--
A closed parent is not finished while a failure moves up to it: its callbacks run after its handler (ER-13, D13)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn, delay};

$parent = new Scope;
$parent->setChildScopeExceptionHandler(function ($e) use ($parent) {
    suspend();
    echo 'handler: ', $e->getMessage(), ', finished ', var_export($parent->isFinished(), true), "\n";
});
$parent->onFinally(fn() => print("parent finished\n"));
$child = Scope::inherit($parent);
$child->spawn(function () { suspend(); suspend(); throw new Exception('last one'); });
suspend();
@$parent->disposeSafely();
$waiter = spawn(function () use ($parent) { $parent->awaitAfterCancellation(); echo "awaited\n"; });
unset($child);
Async\await($waiter);
?>
--EXPECT--
handler: last one, finished false
parent finished
awaited
