--TEST--
The handler gets the scope, the failed coroutine and the identical exception; for a child's failure, the child scope (EH-02, EH-08, D12)
--FILE--
<?php
use Async\Scope;
use function Async\currentScope;

class MyScope extends Scope { public $name; }

$parent = new MyScope;
$child = MyScope::inherit($parent);
$child->name = 'child';
$parent->name = 'parent';
$failed = null;
$show = fn($kind) => function (Scope $scope, Async\Coroutine $coroutine, Throwable $e) use ($kind, $parent) {
    global $failed;
    echo "$kind: ", $scope->name, ' ', get_class($scope), ' ', var_export($coroutine === $failed, true), ' ',
        var_export($e === $coroutine->getException(), true), ', runs in ', currentScope() === $parent ? 'parent' : 'another', "\n";
};
$parent->setExceptionHandler($show('own'));
$parent->setChildScopeExceptionHandler($show('of child'));
$failed = $parent->spawn(fn() => throw new Exception);
$parent->awaitCompletion();
$failed = $child->spawn(fn() => throw new Exception);
$parent->awaitCompletion();

// A failure two levels below: the handler gets the direct child of the parent as the scope.
$child = MyScope::inherit($parent);
$child->name = 'another child';
$grandchild = MyScope::inherit($child);
$grandchild->name = 'grandchild';
$failed = $grandchild->spawn(fn() => throw new Exception);
$parent->awaitCompletion();
var_dump($child->isCancelled(), $grandchild->isCancelled(), $parent->isCancelled());
?>
--EXPECT--
own: parent MyScope true true, runs in parent
of child: child MyScope true true, runs in parent
of child: another child MyScope true true, runs in parent
bool(true)
bool(true)
bool(false)
