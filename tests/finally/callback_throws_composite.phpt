--TEST--
A CompositeException that a completion callback throws stays as it is when another callback throws, too (FN-09, D13)
--FILE--
<?php
use Async\{CompositeException, Scope};

$own = new CompositeException('own');
$own->addException(new Exception('a part'));
$scope = new Scope;
$scope->setExceptionHandler(function ($exception) use ($own) {
    echo $exception->getMessage(), "\n";
    var_dump($exception !== $own, array_map(fn($each) => $each->getMessage(), $exception->getExceptions()));
});
$coroutine = $scope->spawn(fn() => 1);
$coroutine->onFinally(fn() => throw $own);
$coroutine->onFinally(fn() => throw new LogicException('other'));
$scope->awaitCompletion();
var_dump(count($own->getExceptions()));
?>
--EXPECT--
Several exceptions at once, the first: Async\CompositeException: own
bool(true)
array(2) {
  [0]=>
  string(3) "own"
  [1]=>
  string(5) "other"
}
int(1)
