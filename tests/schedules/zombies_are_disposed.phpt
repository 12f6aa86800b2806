--TEST--
Zombies of disposeSafely() end by themselves or by the time limit; their finally blocks run once (P6, P8, D8, D9)
--INI--
async.zombie_coroutine_timeout=0.05
--FILE--
<?php
use Async\Scope;
use function Async\{delay, suspend};

set_error_handler(function (int $type, string $text) {
    if (!str_contains($text, 'zombie')) echo "BROKEN: $text\n";
    return true;
});
$finally = [];
$scope = new Scope;
$child = Scope::inherit($scope);
$body = fn(string $name, int $ms) => function () use ($name, $ms, &$finally) {
    try {
        delay($ms);
    } finally {
        $finally[] = $name;
        suspend();
    }
};
$scope->spawn($body('short', 5));
$child->spawn($body('long', 600000));
$limited = new Scope;
$limited->spawn($body('limited', 600000));
try {
    suspend();
    $scope->disposeSafely();
    $limited->disposeAfterTimeout(20);
    $scope->awaitAfterCancellation(null, Async\timeout(10));
} catch (Async\AsyncCancellation | Async\AwaitCancelledException) {
}
register_shutdown_function(function () use (&$finally) {
    if (count($finally) > count(array_unique($finally))) echo 'BROKEN: ', implode(' ', $finally), "\n";
    echo "over\n";
});
// schedules: may go on, when main is cancelled before it disposes
// schedules: any
?>
--EXPECT--
over
