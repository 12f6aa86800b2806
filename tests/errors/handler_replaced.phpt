--TEST--
A later call replaces the handler, also from inside it; each failure goes to the handler in force when it is routed (EH-06)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, spawn};

class Watched { function __construct(public $name) {} function __invoke($e) { echo "$this->name: {$e->getMessage()}\n"; } function __destruct() { echo "$this->name released\n"; } }

$scope = new Scope;
$scope->setExceptionHandler(new Watched('first'));
$scope->setExceptionHandler(new Watched('second'));
$scope->spawn(fn() => throw new Exception('a'));
$scope->awaitCompletion();
$scope->setExceptionHandler(function ($e) use ($scope) {
    $scope->setExceptionHandler(new Watched('third'));
    suspend();
    echo 'replaces itself: ', $e->getMessage(), "\n";
});
$scope->spawn(fn() => throw new Exception('b'));
$scope->awaitCompletion();
$scope->spawn(fn() => throw new Exception('c'));
spawn(fn() => $scope->setExceptionHandler(new Watched('in time')));
$scope->awaitCompletion();
foreach ([42, 'no_such', [], null] as $wrong) {
    try { $scope->setExceptionHandler($wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    try { $scope->setChildScopeExceptionHandler($wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
$scope->spawn(fn() => throw new Exception('d'));
$scope->awaitCompletion();
unset($scope);
echo "end\n";
?>
--EXPECT--
first released
second: a
second released
replaces itself: b
third released
in time: c
Async\Scope::setExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, no array or string given
Async\Scope::setChildScopeExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, no array or string given
Async\Scope::setExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, function "no_such" not found or invalid function name
Async\Scope::setChildScopeExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, function "no_such" not found or invalid function name
Async\Scope::setExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, array callback must have exactly two members
Async\Scope::setChildScopeExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, array callback must have exactly two members
Async\Scope::setExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, no array or string given
Async\Scope::setChildScopeExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, no array or string given
in time: d
in time released
end
