--TEST--
A failure without a handler goes on to the parent scope and cancels each scope on its way, until an awaiter gets it (ER-07, D10 c)
--FILE--
<?php
use Async\Scope;
use function Async\{delay, suspend};

$names = ['top', 'middle', 'lower', 'lowest'];
$scopes = [];
$top = new Scope;
foreach ($names as $i => $name) {
    $scopes[$name] = $i ? Scope::inherit($scopes[$names[$i - 1]]) : Scope::inherit($top);
    $scopes[$name]->spawn(function () use ($name) {
        try { delay(600000); } catch (Async\AsyncCancellation $e) { echo "$name cancelled: ", $e->getPrevious()->getMessage(), "\n"; }
    });
}
suspend();
$scopes['lowest']->spawn(fn() => throw new Exception('from below'));
try {
    $scopes['middle']->awaitCompletion();
} catch (Exception $e) {
    echo 'middle awaited: ', $e->getMessage(), "\n";
}
foreach ($scopes as $name => $scope) {
    echo $name, ' ', json_encode([$scope->isCancelled(), $scope->isClosed()]), "\n";
}
var_dump($top->isCancelled());
$scopes['top']->cancel();
suspend();
?>
--EXPECTF--
%Alowest cancelled: from below
%Amiddle awaited: from below
top [false,false]
middle [true,true]
lower [true,true]
lowest [true,true]
bool(false)
%A
