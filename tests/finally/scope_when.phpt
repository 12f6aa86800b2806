--TEST--
A scope's callbacks run once: when an awaiter saw the scope drained, or when its last coroutine ended after it was closed or dropped (FN-02, FN-03, D13)
--FILE--
<?php
use Async\Scope;
use function Async\{suspend, delay, await};

function rounds($n = 4) { while ($n--) suspend(); }
function scope($name) {
    $scope = new Scope;
    $scope->onFinally(fn() => print("$name: finished\n"));
    return $scope;
}
$work = function ($name, $rounds = 2) { try { rounds($rounds); } finally { echo "$name: coroutine ends\n"; } };

// Drained without an awaiter: the scope can be used again.
$scope = scope('not awaited');
await($scope->spawn(fn() => 1));
rounds();
echo "still open\n";
$scope->cancel();
rounds();

$scope = scope('awaited empty');
$scope->awaitCompletion();
rounds();

foreach (['cancel', 'dispose', 'disposeSafely'] as $method) {
    $scope = scope($method);
    $scope->spawn($work, $method, 10);
    rounds();
    @$scope->$method();
    echo "$method called\n";
    rounds(15);
}

$scope = scope('object gone');
$scope->spawn($work, 'object gone', 8);
rounds();
@$scope->__destruct();
unset($scope);
echo "object gone\n";
rounds(12);

$scope = scope('object gone, empty');
unset($scope);
rounds();

$scope = scope('failure');
$scope->spawn(fn() => throw new Exception);
try { $scope->awaitCompletion(); } catch (Exception) { echo "caught\n"; }
rounds();

$scope = scope('timeout');
$scope->disposeAfterTimeout(1000);
rounds();
echo "end\n";
?>
--EXPECT--
still open
not awaited: finished
awaited empty: finished
cancel called
cancel: coroutine ends
cancel: finished
dispose called
dispose: coroutine ends
dispose: finished
disposeSafely called
disposeSafely: coroutine ends
disposeSafely: finished
object gone
object gone: coroutine ends
object gone: finished
object gone, empty: finished
caught
failure: finished
timeout: finished
end
