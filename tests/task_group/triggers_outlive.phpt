--TEST--
Triggers stay usable after the group is released: they give the outcomes of the tasks (TG-05, TG-06, TG-07, TG-33, D16)
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation, CompositeException, AsyncException, Scope};
use function Async\{await, suspend, spawn};

function triggers(): array {
    $group = new TaskGroup();
    $group->spawn(fn() => 'first');
    $group->spawn(function () { Async\delay(100000); });
    $triggers = ['all' => $group->all(), 'ignoring' => $group->all(true, true), 'race' => $group->race(),
        'any' => $group->any(), 'first' => $group->firstResult()];
    suspend();
    suspend();
    /* Triggers that have not fired hold the TaskGroup (D40). */
    $group->dispose();
    return $triggers;
}
$triggers = triggers();
$waiters = array_map(fn($trigger) => spawn(fn() => await($trigger)), $triggers);
foreach (['waiters' => $waiters, 'triggers' => $triggers] as $kind => $awaitables) {
    foreach ($awaitables as $name => $awaitable) {
        try {
            echo "$kind $name: ", json_encode(await($awaitable)), "\n";
        } catch (CompositeException $e) {
            echo implode(' ', array_map(get_class(...), $e->getExceptions())), "\n";
        } catch (AsyncCancellation $e) {
            echo get_class($e), "\n";
        }
    }
}
try {
    await($triggers['race']);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
// schedules: may deadlock
?>
--EXPECT--
waiters all: Async\AsyncCancellation
waiters ignoring: ["first",null]
waiters race: "first"
waiters any: "first"
waiters first: "first"
triggers all: Async\AsyncCancellation
triggers ignoring: ["first",null]
triggers race: Async\AsyncCancellation
triggers any: "first"
triggers first: "first"
No task of the group is left that could complete
