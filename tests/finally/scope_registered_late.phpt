--TEST--
A callback registered on a finished scope is called in the next round, not inside the call (FN-08, D13)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

foreach (['cancelled' => fn($s) => $s->cancel(), 'awaited' => fn($s) => $s->awaitCompletion()] as $name => $end) {
    $scope = new Scope;
    $end($scope);
    suspend();
    $scope->onFinally(function ($s) use ($scope, $name) {
        echo "$name: ", var_export($s === $scope, true), "\n";
        $s->onFinally(fn() => print("registered in a callback\n"));
    });
    $scope->onFinally(fn() => print("second\n"));
    echo "registered\n";
    for ($i = 0; $i < 5; $i++) suspend();
}
?>
--EXPECT--
registered
cancelled: true
second
registered in a callback
registered
awaited: true
second
registered in a callback
