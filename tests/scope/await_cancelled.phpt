--TEST--
After cancel() awaitCompletion() throws the cancellation at once, to present waiters and to later ones (SW-08, D7, CN-16)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

// The document's example; \Exception does not catch a cancellation.
$scope = new Scope();
try {
    $scope->spawn(fn() => print("never\n"));
    $scope->spawn(fn() => print("never\n"));
    $scope->cancel();
    $scope->awaitCompletion(Async\timeout(60000));
} catch (Async\AsyncCancellation $exception) {
    echo "Caught exception: ", basename($exception->getMessage()), "\n";
}

$scope = new Scope;
$child = Scope::inherit($scope);
$child->spawn(function () { try { Async\delay(100000); } finally { suspend(); suspend(); echo "cleaned up\n"; } });
$seen = [];
foreach ([$scope, $child] as $s) {
    spawn(function () use ($s, &$seen) {
        try { $s->awaitCompletion(); } catch (Async\AsyncCancellation $e) { $seen[] = $e; echo "waiter: {$e->getMessage()}\n"; }
    });
    spawn(function () use ($s, &$seen) {
        try { $s->awaitDirectChildren(); echo "nothing to wait for\n"; } catch (Async\AsyncCancellation $e) { $seen[] = $e; echo "waiter: {$e->getMessage()}\n"; }
    });
}
suspend();
$reason = new Async\AsyncCancellation('reason');
$scope->cancel($reason);
suspend();
foreach ([$scope, $child] as $s) {
    try { $s->awaitCompletion(); } catch (Async\AsyncCancellation $e) { $seen[] = $e; }
}
var_dump(count($seen), array_unique(array_map('spl_object_id', $seen)) === [spl_object_id($reason)]);
$scope->awaitAfterCancellation();
// … and also when it is drained.
try { $scope->awaitCompletion(); } catch (Async\AsyncCancellation $e) { var_dump($e === $reason); }
?>
--EXPECT--
Caught exception: await_cancelled.php:10
nothing to wait for
waiter: reason
waiter: reason
waiter: reason
int(5)
bool(true)
cleaned up
bool(true)
