--TEST--
Class hierarchy, aliases, no global names, no constants (NM-00, NM-03, D1, D2, D3, AW-01, AW-08, DL-03, CN-06)
--FILE--
<?php
foreach ((new ReflectionExtension('async'))->getClasses() as $c) {
    if (stripos($c->getName(), 'Async\\') !== 0) echo 'global class: ', $c->getName(), "\n";
}
foreach ((new ReflectionExtension('async'))->getConstants() as $name => $v) {
    if (stripos($name, 'Async\\') !== 0) echo "global constant: $name\n";
}
foreach (['Coroutine', 'Future', 'FutureState', 'Timeout', 'Trigger', 'Context', 'Key', 'TaskGroup', 'TaskGroupTrigger', 'TaskGroupIterator', 'AsyncCancellation', 'AsyncException', 'AwaitCancelledException', 'TimeoutException', 'DeadlockError', 'CompositeException'] as $name) {
    $c = new ReflectionClass("Async\\$name");
    $i = $c->getInterfaceNames();
    sort($i);
    echo $c->getName(), $c->isFinal() ? ' final' : '', ' < ', $c->getParentClass() ? $c->getParentClass()->getName() : '-', ' : ', implode(' ', $i), "\n";
}
foreach (['CancellationError' => 'AsyncCancellation', 'CancellationException' => 'AsyncCancellation', 'OperationCanceledException' => 'AwaitCancelledException', 'CoroutineGroup' => 'TaskGroup'] as $alias => $name) {
    echo $alias, ' = ', (new ReflectionClass("Async\\$alias"))->getName() === "Async\\$name" ? $name : 'something else', "\n";
}
foreach (['Awaitable', 'Completable'] as $name) {
    $c = new ReflectionClass("Async\\$name");
    echo $name, ' ', $c->isInterface() ? 'interface' : 'class', ' : ', implode(' ', $c->getInterfaceNames()), ' { ', implode(' ', array_map(fn($m) => $m->getName(), $c->getMethods())), " }\n";
}
?>
--EXPECT--
Async\Coroutine final < - : Async\Awaitable Async\Completable
Async\Future final < - : Async\Awaitable Async\Completable
Async\FutureState final < - : 
Async\Timeout final < - : Async\Awaitable Async\Completable
Async\Trigger final < - : Async\Awaitable
Async\Context final < - : 
Async\Key final < - : Stringable
Async\TaskGroup final < - : Async\Awaitable Async\ScopeProvider Async\SpawnStrategy Countable IteratorAggregate Traversable
Async\TaskGroupTrigger final < - : Async\Awaitable
Async\TaskGroupIterator final < - : Iterator Traversable
Async\AsyncCancellation < Error : Stringable Throwable
Async\AsyncException < Exception : Stringable Throwable
Async\AwaitCancelledException < Async\AsyncException : Stringable Throwable
Async\TimeoutException < Async\AsyncException : Stringable Throwable
Async\DeadlockError < Error : Stringable Throwable
Async\CompositeException final < Async\AsyncException : Stringable Throwable
CancellationError = AsyncCancellation
CancellationException = AsyncCancellation
OperationCanceledException = AwaitCancelledException
CoroutineGroup = TaskGroup
Awaitable interface :  {  }
Completable interface : Async\Awaitable { cancel isCompleted isCancelled }
