--TEST--
A cancellation thrown by a handler does not replace the failure: the failure goes on to the parent (EH-07, D10 e, D10 f, P7)
--FILE--
<?php
use Async\Scope;

$parent = new Scope;
$parent->setExceptionHandler(fn($e) => print('parent: ' . get_class($e) . ' ' . $e->getMessage() . "\n"));
$child = Scope::inherit($parent);
$child->setExceptionHandler(fn($e) => throw new Async\AsyncCancellation('not a failure'));
$child->spawn(fn() => throw new Exception('failed'));
$parent->awaitCompletion();
var_dump($parent->isCancelled());
?>
--EXPECT--
parent: Exception failed
bool(false)
