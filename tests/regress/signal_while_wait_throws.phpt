--TEST--
A signal that arrives during a wait that ends with an exception is not lost: pcntl's handler runs after the catch (D32, P10)
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, spawn, timeout};

pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$signals) { $signals++; });
$waits = [
    'token' => fn() => await(spawn(delay(...), 60_000), timeout(1200)),
    'scope' => function () {
        $scope = Scope::inherit();
        $scope->spawn(function () { delay(1200); throw new Exception('failed'); });
        $scope->awaitCompletion();
    },
    'cancelled' => function () {
        $coroutine = spawn(function () { delay(60_000); });
        spawn(function () use ($coroutine) { delay(1200); $coroutine->cancel(); });
        await($coroutine);
    },
];
foreach ($waits as $name => $wait) {
    $signals = 0;
    pcntl_alarm(1);
    try {
        $wait();
    } catch (Throwable $e) {
        echo $name, ': ', get_class($e), "\n";
    }
    usleep(1);
    var_dump($signals);
}
exit;
?>
--EXPECT--
token: Async\AwaitCancelledException
int(1)
scope: Exception
int(1)
cancelled: Async\AsyncCancellation
int(1)
