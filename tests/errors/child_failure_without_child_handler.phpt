--TEST--
A parent without a child-scope handler takes a child's failure with its own handler, which gets the child scope (EH-01, EH-08, D10 c)
--FILE--
<?php
use Async\Scope;

$parent = new Scope;
$parent->setExceptionHandler(function (Scope $scope, $coroutine, $e) use (&$child) {
    echo $e->getMessage(), ', child ', var_export($scope === $child, true), ', cancelled ', var_export($scope->isCancelled(), true), "\n";
});
$child = Scope::inherit($parent);
$child->spawn(fn() => throw new Exception('child failed'));
$parent->awaitCompletion();
var_dump($parent->isCancelled());
// The child's own handler comes first, and then nothing is cancelled.
$child = Scope::inherit($parent);
$child->setExceptionHandler(fn($e) => print("child's own handler: {$e->getMessage()}\n"));
$child->setChildScopeExceptionHandler(fn($e) => print("not called\n"));
$child->spawn(fn() => throw new Exception('again'));
$parent->awaitCompletion();
var_dump($child->isCancelled());
?>
--EXPECT--
child failed, child true, cancelled true
bool(false)
child's own handler: again
bool(false)
