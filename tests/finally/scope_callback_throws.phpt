--TEST--
Exceptions of a scope's callbacks go to its handler, awaitAfterCancellation() or parent; several form a CompositeException (FN-09, D13, D10)
--FILE--
<?php
use Async\{Scope, CompositeException};
use function Async\{suspend, spawn};

function show($where, Throwable $e) {
    echo "$where: ", get_class($e), ' ', $e instanceof CompositeException ? implode(', ', array_map(fn($x) => $x->getMessage(), $e->getExceptions())) : $e->getMessage(), "\n";
}
function rounds() { for ($i = 0; $i < 6; $i++) suspend(); }

$scope = new Scope;
$scope->setExceptionHandler(fn($e) => show('handler', $e));
$scope->onFinally(fn() => throw new Exception('one'));
$scope->onFinally(fn() => print("the others run\n"));
$scope->cancel();
rounds();

$parent = new Scope;
$parent->setChildScopeExceptionHandler(fn($e) => show('parent', $e));
$scope = Scope::inherit($parent);
$scope->onFinally(fn() => throw new Exception('one'));
$scope->onFinally(fn() => throw new Error('two'));
$scope->onFinally(fn() => throw new Async\AsyncCancellation('three'));
$scope->cancel();
rounds();

$scope = new Scope;
$scope->onFinally(fn() => throw new Exception('one'));
$scope->onFinally(fn() => throw new Exception('two'));
$scope->cancel();
$scope->awaitAfterCancellation(fn($e, $s) => show('awaiter', $e));

$scope = new Scope;
$scope->onFinally(fn() => throw new Async\AsyncCancellation('silent'));
$scope->cancel();
rounds();
echo "end\n";
?>
--EXPECT--
the others run
handler: Exception one
parent: Async\CompositeException one, two, three
awaiter: Async\CompositeException one, two
end
