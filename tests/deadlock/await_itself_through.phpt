--TEST--
A wait that only the end of the waiting coroutine can end gets an AsyncException at once, although a timer is alive (D26)
--FILE--
<?php
use Async\{AsyncException, TaskGroup};
use function Async\{all, any, anyOf, await, awaitAll, awaitAllOrFail, awaitAnyOf, awaitAnyOrFail, awaitFirstSuccess,
    captureErrors, currentCoroutine, delay, ignoreErrors, spawn, timeout};

// It ends at some time: a main script that is cancelled leaves it behind.
$timer = spawn(function () { for ($i = 0; $i < 30000; $i++) { delay(1); } });
$other = spawn(fn() => 'other');
await($other);

function attempt(string $name, callable $wait, Async\Coroutine $coroutine): void
{
    try {
        $result = json_encode(await($coroutine, timeout(5000)));
        echo "$name: $result\n";
    } catch (Async\AwaitCancelledException) {
        echo "$name: hangs\n";
        $coroutine->cancel();
    } catch (AsyncException $e) {
        echo "$name: ", preg_replace('~ [^ ]*/~', ' ', $e->getMessage()), "\n";
    }
}

foreach ([
    'all' => fn($c) => await(all([$c])),
    'all of two' => fn($c) => await(all([spawn(fn() => 1), $c])),
    'any' => fn($c) => await(any([$c])),
    'anyOf' => fn($c) => await(anyOf(1, [$c])),
    'captureErrors' => fn($c) => await(captureErrors($c)),
    'ignoreErrors' => fn($c) => await(ignoreErrors($c)),
    'awaitAll' => fn($c) => awaitAll([spawn(fn() => 1), $c]),
    'awaitAllOrFail' => fn($c) => awaitAllOrFail([$c]),
    'awaitAnyOrFail' => fn($c) => awaitAnyOrFail([$c]),
    'awaitFirstSuccess' => fn($c) => awaitFirstSuccess([$c]),
    'awaitAnyOf' => fn($c) => awaitAnyOf(1, [$c]),
    // Another source ends these.
    'any of two' => fn($c) => await(any([$c, spawn(function () { delay(2); return 'other'; })])),
    'awaitFirstSuccess of two' => fn($c) => awaitFirstSuccess([$c, spawn(function () { delay(2); return 'other'; })]),
    'one is ready' => fn($c) => await(any([$c, $other])),
    'a timer' => fn($c) => await(any([$c, timeout(2)])),
] as $name => $wait) {
    attempt($name, $wait, spawn(fn() => $wait(currentCoroutine())));
}

foreach ([
    'await' => fn($g) => await($g),
    'awaitCompletion' => fn($g) => $g->awaitCompletion(),
    'all()' => fn($g) => await($g->all()),
    'race()' => fn($g) => await($g->race()),
    'any()' => fn($g) => await($g->any()),
    'firstResult()' => fn($g) => await($g->firstResult()),
    'joinNext()' => fn($g) => $g->joinNext(),
    'foreach' => function ($g) { foreach ($g as $ignored); },
] as $name => $wait) {
    $group = new TaskGroup;
    attempt($name, $wait, $group->spawn(fn() => $wait($group)));
}
// Another task ends these; so does the end of the tasks that all() covers.
foreach ([
    'race()' => fn($g) => await($g->race()),
    'joinNext()' => fn($g) => $g->joinNext(),
    'foreach' => function ($g) { foreach ($g as [$result]) { return $result; } },
    'all() before' => fn($g, $all) => await($all),
] as $name => $wait) {
    $group = new TaskGroup;
    $group->spawn(function () { delay(2); return 'other'; });
    $all = $group->all();
    attempt("$name of two", $wait, $group->spawn(fn() => $wait($group, $all)));
}
$timer->cancel();
?>
--EXPECT--
all: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
all of two: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
any: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
anyOf: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
captureErrors: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
ignoreErrors: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
awaitAll: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
awaitAllOrFail: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
awaitAnyOrFail: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
awaitFirstSuccess: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
awaitAnyOf: A coroutine cannot await itself. Coroutine spawned at await_itself_through.php:42
any of two: "other"
awaitFirstSuccess of two: ["other",[]]
one is ready: "other"
a timer: null
await: Awaiting a task group from within one of its tasks would cause a deadlock
awaitCompletion: Awaiting a task group from within one of its tasks would cause a deadlock
all(): Awaiting a task group from within one of its tasks would cause a deadlock
race(): Awaiting a task group from within one of its tasks would cause a deadlock
any(): Awaiting a task group from within one of its tasks would cause a deadlock
firstResult(): Awaiting a task group from within one of its tasks would cause a deadlock
joinNext(): Awaiting a task group from within one of its tasks would cause a deadlock
foreach: Awaiting a task group from within one of its tasks would cause a deadlock
race() of two: "other"
joinNext() of two: "other"
foreach of two: "other"
all() before of two: ["other"]
