--TEST--
Each method of a TaskGroup whose constructor has failed answers or throws; none crashes (TG-01)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend};

/* The warning of the constructor shows the object to the error handler, before the constructor fails. */
function half_made(): TaskGroup
{
    $seen = null;
    set_error_handler(function () use (&$seen) {
        foreach (debug_backtrace() as $frame) {
            $seen ??= ($frame['object'] ?? null) instanceof TaskGroup ? $frame['object'] : null;
        }
        return true;
    });
    try {
        new TaskGroup(0, null, null);
    } catch (ValueError) {
    }
    restore_error_handler();
    return $seen;
}

$arguments = [
    'spawn' => [fn() => 1],
    'spawnWithKey' => ['key', fn() => 1],
    'add' => [spawn(fn() => 1)],
    'onFinally' => [fn() => print("BROKEN\n")],
    'onExit' => [fn() => print("BROKEN\n")],
    'finally' => [fn() => print("BROKEN\n")],
    'beforeCoroutineEnqueue' => [spawn(fn() => 1), new Async\Scope],
    'afterCoroutineEnqueue' => [spawn(fn() => 1), new Async\Scope],
];
$answers = [];
foreach (get_class_methods(TaskGroup::class) as $method) {
    if ($method === '__construct') {
        continue;
    }
    $group = half_made();
    try {
        $group->$method(...$arguments[strtolower($method)] ?? $arguments[$method] ?? []);
        $answers['answers'][] = $method;
    } catch (Throwable $e) {
        $answers[get_class($e) . ': ' . $e->getMessage()][] = $method;
    }
    unset($group);
    suspend();
}
foreach (half_made() as $element) {
    echo "BROKEN\n";
}
ksort($answers);
foreach ($answers as $answer => $methods) {
    sort($methods);
    echo $answer, "\n    ", wordwrap(implode(' ', $methods), 100, "\n    "), "\n";
}
?>
--EXPECT--
Async\AsyncException: No task of the group is left to join
    joinNext
Async\AsyncException: Task group is closed
    add spawn spawnWithKey
Async\AsyncException: The coroutine has been handed to the scheduler already: use add()
    beforeCoroutineEnqueue
Async\AsyncException: The task group cannot be used: its constructor has failed, or has not ended
    finally onExit onFinally
answers
    __destruct afterCoroutineEnqueue all any awaitCompletion cancel close count dispose disposeResults
    firstResult getErrors getIterator getResults isClosed isFinished provideScope race suppressErrors
