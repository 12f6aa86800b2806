--TEST--
A scope is finished only after its child scopes; the children's callbacks run first (FN-02, D13, D18)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay};

$make = function ($name, $parent) {
    $scope = $parent ? Scope::inherit($parent) : new Scope;
    $scope->onFinally(fn() => print("$name finished\n"));
    return $scope;
};
$a = $make('a', null);
$b = $make('b', $a);
$c = $make('c', $b);
$c->spawn(function () { try { delay(600000); } finally { suspend(); suspend(); echo "c's coroutine ends\n"; } });
suspend();
$a->cancel();
$a->awaitAfterCancellation();
suspend();
echo "-\n";
$a = $make('a', null);
$b = $make('b', $a);
$c = $make('c', $b);
$a->cancel();
for ($i = 0; $i < 5; $i++) suspend();
?>
--EXPECT--
c's coroutine ends
c finished
b finished
a finished
-
c finished
b finished
a finished
