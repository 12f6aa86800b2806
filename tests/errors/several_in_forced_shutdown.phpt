--TEST--
More failures than two, the last ones of a scope with a waiter: no wait lasts any more, and they pass the waiter all the same (P7, D10, D21)
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$waits = [
    'awaitCompletion' => '$scope->awaitCompletion(Async\timeout(30000));',
    'awaitDirectChildren' => '$scope->awaitDirectChildren(Async\timeout(30000));',
    'awaitAfterCancellation' => '$scope->cancel(); $scope->awaitAfterCancellation($handler, Async\timeout(30000));',
    'protected' => 'Async\protect(fn() => $scope->awaitCompletion(Async\timeout(30000)));',
];
/* The first failure wakes the waiter of the scope. Later ones are offered to it before it runs, or while its handler runs. */
$run = fn(string $wait, int $failures) => run_php(<<<CODE
    use function Async\{spawn, suspend};

    function turns(int \$turns): void
    {
        for (; \$turns > 0; \$turns--) {
            try {
                suspend();
            } catch (Async\AsyncCancellation) {
                // goes on
            }
        }
    }
    \$scope = new Async\Scope;
    for (\$i = 0; \$i < 5; \$i++) {
        \$scope->spawn(function () use (\$i) {
            turns(9 + 3 * \$i);
            throw new Exception('of the scope');
        });
    }
    \$handler = fn() => turns(10);
    spawn(function () use (\$scope, \$handler) {
        try {
            $wait
        } finally {
            echo "left\\n";
        }
    });
    suspend();
    for (\$i = 0; \$i < $failures; \$i++) {
        spawn(fn() => throw new Exception('the first'));
    }
    \$scope->isClosed() || \$scope->spawn(fn() => throw new Exception('of the scope'));
    CODE);
foreach ($waits as $name => $wait) {
    foreach ([1, 2, 3] as $failures) {
        [$output, $status] = $run($wait, $failures);
        if ($status !== 255 || !preg_match('/^left\n.*Uncaught Exception: the first/s', $output)) {
            echo "$name, $failures: BROKEN, status $status: $output\n";
        }
    }
    echo "$name\n";
}
?>
--EXPECT--
awaitCompletion
awaitDirectChildren
awaitAfterCancellation
protected
