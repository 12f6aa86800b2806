--TEST--
Groups that end while coroutines wait for them: every waiter is woken (TG-22, TG-25, P1, P7)
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncCancellation, AsyncException, CompositeException};
use function Async\{await, suspend, spawn};

$scope = new Scope();
$group = new TaskGroup($scope, concurrency: 1, queueLimit: 1);
$finished = 0;
$group->onFinally(function () use (&$finished) { $finished++; });
$wait = function () { suspend(); suspend(); };
$waits = [
    fn() => await($group->all()),
    fn() => await($group->race()),
    fn() => await($group->any()),
    fn() => await($group),
    fn() => $group->awaitCompletion(),
    function () use ($group) { foreach ($group as $ignored); },
    function () use ($group, $wait) { for ($i = 0; $i < 3; $i++) $group->spawn($wait); },
];
$group->spawn($wait);
$waiters = array_map(fn($wait) => spawn(function () use ($wait) {
    try {
        $wait();
    } catch (AsyncCancellation|AsyncException) {
    }
}), $waits);
$ending = spawn(function () use ($scope) {
    suspend();
    $scope->cancel();
});
foreach ([...$waiters, $ending] as $one) {
    do {
        try {
            await($one);
        } catch (AsyncCancellation) {
        }
    } while (!$one->isCompleted());
}
$scope->cancel();
do {
    try {
        $group->awaitCompletion();
        suspend();
        suspend();
        suspend();
    } catch (AsyncCancellation) {
    }
} while (!$group->isFinished());
if (!$group->isClosed()) echo "BROKEN: open\n";
unset($group);
echo "done\n";
// schedules: any
?>
--EXPECT--
done
