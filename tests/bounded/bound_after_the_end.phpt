--TEST--
A scope that has ended takes no bound: no timer is armed, and a deadlock is seen at once
--FILE--
<?php
use Async\{BoundedScope, Future, FutureState};
use function Async\{await, spawn, stats, suspend, timeout};

spawn(fn() => 1);
suspend();
$scopes = [];
$wrong = 0;
foreach (['dispose', 'disposeSafely', 'cancel'] as $end) {
    $bounds = [
        'withTimeout()' => fn($scope) => $scope->withTimeout(60_000),
        'boundedBy() a time' => fn($scope) => $scope->boundedBy(60_000),
        'boundedBy() a timeout' => fn($scope) => $scope->boundedBy(timeout(60_000)),
    ];
    foreach ($bounds as $name => $bind) {
        $scopes[] = $scope = new BoundedScope;
        $scope->$end();
        if ($bind($scope) !== $scope || stats()['timers'] > 0) {
            echo "$name after $end(): ", stats()['timers'], " timers\n";
            $wrong++;
        }
    }
}
echo count($scopes), " bounds, $wrong wrong\n";
$began = microtime(true);
register_shutdown_function(function () use ($began) {
    echo microtime(true) - $began < 30 ? 'at once' : 'late', "\n";
});
await(new Future(new FutureState));
?>
--EXPECTF--
9 bounds, 0 wrong
%AFatal error: Uncaught Async\DeadlockError: %a
at once
