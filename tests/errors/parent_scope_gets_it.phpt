--TEST--
Without a taker a failure goes on to the parent scope, same rules: each scope on the way is cancelled, who awaits one of them gets it and it stops (ER-07, D10 c)
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
