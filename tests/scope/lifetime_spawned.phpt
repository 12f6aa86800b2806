--TEST--
awaitSpawned() waits for coroutines that the current one spawned itself, not for the coroutines that these spawn (LT-03, LT-02, D5)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await, suspend, awaitSpawned, await_spawned, timeout, delay};

$turns = function (int $n, string $text) { return function () use ($n, $text) { while ($n--) suspend(); echo "$text\n"; }; };

await(spawn(function () use ($turns) {
    var_dump(awaitSpawned());
    spawn(function () use ($turns) {
        spawn($turns(10, 'grandchild'));
        $turns(3, 'Hello, World!')();
    });
    spawn($turns(2, 'Hello, PHP!'));
    $scope = new Scope;
    $scope->spawn($turns(5, 'in a scope of its own'));
    $never = spawn(fn() => print("never\n"));
    $never->cancel();
    awaitSpawned();
    echo "direct ones are over\n";
    await_spawned();
    // The failure of a spawned coroutine is not thrown here: it takes its usual way.
    $scope->setExceptionHandler(fn($e) => print("handler: {$e->getMessage()}\n"));
    $scope->spawn(function () { suspend(); throw new Exception('failure'); });
    awaitSpawned();
    echo "failed one is over\n";
    // With a token.
    $slow = spawn(fn() => delay(100000));
    try { awaitSpawned(timeout(1)); } catch (Async\AwaitCancelledException $e) { echo get_class($e->getPrevious()), "\n"; }
    $slow->cancel();
    awaitSpawned(timeout(60000));
    try { awaitSpawned(1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}));
?>
--EXPECT--
NULL
Hello, PHP!
Hello, World!
in a scope of its own
direct ones are over
handler: failure
failed one is over
grandchild
Async\TimeoutException
Async\awaitSpawned(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, int given
