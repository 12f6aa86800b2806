--TEST--
The timer of disposeAfterTimeout() ends with the last coroutine: it does not delay the end of the request (DI-06, P13)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$scope = new Scope;
$child = Scope::inherit($scope);
$child->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); echo "done\n"; });
suspend();
@$scope->disposeAfterTimeout(500000);
var_dump(Async\stats()['timers']);
$scope->awaitAfterCancellation();
var_dump($scope->isCancelled(), Async\stats()['timers']);

// Without a wait for the time, and without the scope object.
$scope = new Scope;
$scope->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); echo "done\n"; });
suspend();
@$scope->disposeAfterTimeout(500000);
unset($scope);
?>
--EXPECT--
int(1)
done
bool(false)
int(0)
done
