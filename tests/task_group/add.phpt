--TEST--
add() adopts coroutines of any scope and in any state (TG-31)
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncException, AsyncCancellation};
use function Async\{await, suspend, spawn};

$scope = new Scope();
$group = new TaskGroup($scope, concurrency: 1);
$over = spawn(fn() => 'over');
$failed = spawn(fn() => throw new Exception('failed'));
$cancelled = spawn(fn() => 0);
$cancelled->cancel();
try { await($over); await($failed); } catch (Exception) {}
$elsewhere = spawn(function () { suspend(); return 'elsewhere'; });
$inside = $scope->spawn(function () { suspend(); suspend(); return 'inside'; });
foreach ([$over, $failed, $cancelled, $elsewhere, $inside] as $coroutine) {
    $group->add($coroutine);
}
/* They count as running; the limit holds for other tasks. */
$next = $group->spawn(fn() => 'spawned');
suspend();
var_dump($next->isStarted(), count($group));
try {
    $group->add($inside);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
foreach ([1, 2] as $ignored) {
    try {
        await($group);
    } catch (Exception|AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
}
echo json_encode(await($group)), "\n";

/* In two groups. */
$other = new TaskGroup();
$both = spawn(fn() => 'both');
$group->add($both);
$other->add($both);
echo json_encode(await($other)), ' ', await($group)[6], "\n";
/* A failure that is about to be routed goes to the group as well. */
$failing = spawn(fn() => throw new Exception('held'));
$failing->onFinally(fn() => $other->add($failing));
for ($i = 0; $i < 8; $i++) suspend();
foreach ($other as $key => [, $error]) if ($error) echo "$key: {$error->getMessage()}\n";
/* cancel() is for all tasks. */
$other->add($one = spawn(function () { Async\delay(100000); }));
suspend();
$other->cancel();
suspend();
var_dump($one->isCancelled());
try {
    $group->add(new stdClass);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(false)
int(6)
The coroutine is a task of the group already
Exception
Async\AsyncCancellation
{"0":"over","3":"elsewhere","4":"inside","5":"spawned"}
["both"] both
1: held
bool(true)
Async\TaskGroup::add(): Argument #1 ($coroutine) must be of type Async\Coroutine, stdClass given
