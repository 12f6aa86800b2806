--TEST--
await() throws each error once, as they come; then it gives the results (TG-20, TG-12, D16)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$turns = fn(int $n, $value) => function () use ($n, $value) {
    while ($n-- > 0) suspend();
    return $value instanceof Throwable ? throw $value : $value;
};
$group->spawn($turns(1, new Exception('first')));
$group->spawn($turns(6, 'result'));
$group->spawn($turns(3, new Exception('second')));
$group->spawn($turns(3, new Exception('third')));
for (;;) {
    try {
        echo json_encode(await($group)), "\n";
        break;
    } catch (Exception $e) {
        echo $e->getMessage(), $group->isFinished() ? " after the end\n" : "\n";
    }
}
echo json_encode(await($group)), ' ', count($group->getErrors()), "\n";

/* The first of several awaiters gets the error. */
$group = new TaskGroup();
$group->spawn($turns(2, new Exception('failure')));
$group->spawn($turns(4, 'result'));
$awaiter = function ($i) use (&$group) { return spawn(function () use (&$group, $i) {
    try {
        $results = await($group);
        echo $i, ' ', json_encode($results), "\n";
    } catch (Exception $e) {
        echo $i, ' ', $e->getMessage(), "\n";
    } catch (AsyncCancellation) {
        echo "$i cancelled\n";
    }
}); };
$awaiters = array_map($awaiter, [1, 2, 3]);
foreach ($awaiters as $one) await($one);

/* A cancelled awaiter leaves the error to the next. */
$group = new TaskGroup();
$failing = $group->spawn($turns(2, new Exception('failure')));
$group->spawn($turns(6, 'result'));
$awaiters = array_map($awaiter, [1, 2]);
$failing->onFinally(fn() => $awaiters[0]->cancel());
foreach ($awaiters as $one) await($one);

/* The reason of a cancelled group is the error of all its tasks: it is thrown once. */
$group = new TaskGroup(concurrency: 2);
for ($i = 0; $i < 5; $i++) $group->spawn($turns(100, 0));
suspend();
$group->cancel(new AsyncCancellation('enough'));
try {
    await($group);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode(await($group)), ' ', count($group->getErrors()), "\n";
?>
--EXPECT--
first
second
third
{"1":"result"}
{"1":"result"} 3
1 failure
2 {"1":"result"}
3 {"1":"result"}
1 cancelled
2 failure
enough
[] 5
