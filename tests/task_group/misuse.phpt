--TEST--
Groups and triggers cannot be cloned, serialized, extended or made in other ways; a task cannot await its own group (TG-01, D26, D27)
--FILE--
<?php
use Async\{TaskGroup, TaskGroupTrigger, AsyncException, Scope};
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$trigger = $group->all();
foreach ([
    fn() => clone $group,
    fn() => clone $trigger,
    fn() => serialize($group),
    fn() => serialize($trigger),
    fn() => unserialize('O:15:"Async\TaskGroup":0:{}'),
    fn() => new TaskGroupTrigger(),
    fn() => (new ReflectionClass($group))->newInstanceWithoutConstructor(),
    fn() => $group->property = 1,
    fn() => $group->spawn(),
    fn() => $group->cancel(new Exception()),
    fn() => $group->awaitCompletion(new stdClass()),
    fn() => $group->beforeCoroutineEnqueue(1, 2),
    fn() => count(new TaskGroup(-1)),
] as $wrong) {
    try {
        $wrong();
        echo "WRONG\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
/* From inside of a task. */
foreach ([fn() => await($group), fn() => $group->awaitCompletion()] as $wrong) {
    try {
        await($group->spawn($wrong));
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
}
/* Coroutines that the task spawned are not tasks. */
$group = new TaskGroup();
$secondary = await($group->spawn(fn() => spawn(fn() => count(await($group)))));
echo await($secondary), "\n";
/* race() inside a task is allowed. */
$group = new TaskGroup();
$group->spawn(fn() => 'other');
echo await($group->spawn(fn() => await($group->race()))), "\n";
var_dump($group->all() instanceof Async\Awaitable, $group instanceof Async\Awaitable, $group instanceof Async\SpawnStrategy);
echo json_encode(array_filter(get_class_methods($trigger))), "\n";
/* The traces have made cycles. */
unset($e, $group, $trigger, $wrong, $secondary);
gc_collect_cycles();
?>
--EXPECT--
Error: Trying to clone an uncloneable object of class Async\TaskGroup
Error: Trying to clone an uncloneable object of class Async\TaskGroupTrigger
Exception: Serialization of 'Async\TaskGroup' is not allowed
Exception: Serialization of 'Async\TaskGroupTrigger' is not allowed
Exception: Unserialization of 'Async\TaskGroup' is not allowed
Error: Call to private Async\TaskGroupTrigger::__construct() from global scope
ReflectionException: Class Async\TaskGroup is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Cannot create dynamic property Async\TaskGroup::$property
ArgumentCountError: Async\TaskGroup::spawn() expects at least 1 argument, 0 given
TypeError: Async\TaskGroup::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
TypeError: Async\TaskGroup::awaitCompletion(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, stdClass given
TypeError: Async\TaskGroup::beforeCoroutineEnqueue(): Argument #1 ($coroutine) must be of type Async\Coroutine, int given
ValueError: Async\TaskGroup::__construct(): Argument #1 ($scope) must be greater than 0
Awaiting a task group from within one of its tasks would cause a deadlock
Awaiting a task group from within one of its tasks would cause a deadlock
1
other
bool(true)
bool(true)
bool(true)
[]
