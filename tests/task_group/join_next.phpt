--TEST--
joinNext() takes the tasks in the order of their ends, results and errors, each once; the group forgets them (D16)
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, AwaitCancelledException, Future, FutureState, TaskGroup};
use function Async\{await, delay, spawn, suspend};

function attempt(callable $what): void
{
    try {
        echo json_encode($what()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$turns = fn(int $n, $value) => function () use ($n, $value) {
    while ($n-- > 0) suspend();
    return $value instanceof Throwable ? throw $value : $value;
};

echo "-- in the order of the ends\n";
$group = new TaskGroup;
$group->spawnWithKey('slow', $turns(9, 'slow'));
$group->spawnWithKey('quick', $turns(1, 'quick'));
$group->spawn($turns(4, new LogicException('failed')));
$group->spawn($turns(6, null));
while (count($group) > 0) {
    attempt(fn() => $group->joinNext());
}
attempt(fn() => $group->joinNext());
echo json_encode([$group->getResults(), $group->getErrors(), await($group), $group->isFinished()]), "\n";
attempt(fn() => await($group->race()));

echo "-- keys are free again, and numbers go on\n";
$group->spawnWithKey('slow', fn() => 'again');
$group->spawn(fn() => 'number');
attempt(fn() => await($group));
echo $group->joinNext(), ' ', $group->joinNext(), ' ', count($group), "\n";

echo "-- waiting calls are served in their order\n";
$states = [new FutureState, new FutureState, new FutureState];
foreach ($states as $state) {
    $group->spawn(fn() => (new Future($state))->await());
}
$waiters = [];
foreach (['a', 'b', 'c', 'd'] as $name) {
    $waiters[$name] = spawn(function () use ($group, $name) {
        attempt(fn() => "$name: " . $group->joinNext());
    });
}
suspend();
suspend();
$states[2]->complete('third');
$states[0]->complete('first');
$states[1]->complete('second');
array_map(fn($waiter) => await($waiter), $waiters);

echo "-- a promise to a cancelled waiter passes on\n";
$state = new FutureState;
$group->spawn(fn() => (new Future($state))->await());
$group->spawn(fn() => delay(60_000));
$cancelled = spawn(fn() => $group->joinNext());
$next = spawn(fn() => attempt(fn() => 'next: ' . $group->joinNext()));
suspend();
suspend();
$state->complete('passed on');
$task = true;
while (!$cancelled->isCompleted() && $task) {
    // The task ends in the turn before the waiter runs.
    $task = count($group->getResults()) === 0;
    $task ? suspend() : $cancelled->cancel(new AsyncCancellation("cancelled"));
}
await($next);
attempt(fn() => await($cancelled));

echo "-- a token\n";
attempt(fn() => $group->joinNext(Async\timeout(1)));
attempt(fn() => $group->joinNext(Future::completed(1)));
echo count($group), "\n";
$group->cancel(new AsyncCancellation('that was all'));
attempt(fn() => $group->joinNext());
attempt(fn() => $group->joinNext());

echo "-- an error that is joined was seen\n";
$group = new TaskGroup;
$group->spawn(fn() => throw new LogicException('seen'));
attempt(fn() => $group->joinNext());
unset($group);
suspend();

echo "-- what else looks at the group\n";
$group = new TaskGroup;
$group->spawn(fn() => 1);
$group->spawn(fn() => 2);
$first = $group->firstResult();
$all = $group->all();
echo await($first), ' ', $group->joinNext(), ' ', json_encode(await($all)), "\n";
$group->disposeResults();
attempt(fn() => $group->joinNext());
$group->spawn(fn() => delay(1));
$waiter = spawn(fn() => attempt(fn() => $group->joinNext()));
suspend();
await($group);
$group->disposeResults();
await($waiter);

echo "-- without results\n";
attempt(fn() => (new TaskGroup(captureResults: false))->joinNext());
?>
--EXPECT--
-- in the order of the ends
"quick"
LogicException: failed
null
"slow"
Async\AsyncException: No task of the group is left to join
[[],[],[],true]
Async\AsyncException: No task of the group is left that could complete
-- keys are free again, and numbers go on
{"slow":"again","2":"number"}
again number 0
-- waiting calls are served in their order
"a: third"
"b: first"
"c: second"
Async\AsyncException: No task of the group is left to join
-- a promise to a cancelled waiter passes on
"next: passed on"
Async\AsyncCancellation: cancelled
-- a token
Async\AwaitCancelledException: The wait was ended by its cancellation token
Async\AwaitCancelledException: The wait was ended by its cancellation token
1
Async\AsyncCancellation: that was all
Async\AsyncException: No task of the group is left to join
-- an error that is joined was seen
LogicException: seen
-- what else looks at the group
1 1 [1,2]
Async\AsyncException: No task of the group is left to join
Async\AsyncException: No task of the group is left to join
-- without results
Async\AsyncException: joinNext() needs the results, and this group was made with captureResults: false
