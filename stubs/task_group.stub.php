<?php

/** @generate-class-entries */

namespace Async;

/**
 * Explicit group of tasks with results, keys and limits.
 *
 * A failing task does not cancel the others. The group keeps its error until it is seen: by an awaiter of the group or
 * of one of its triggers, an iteration, or getErrors(). An error that is still unseen when the group is released, or
 * when the request has no other work left, goes to the scope like a failure without an awaiter (D10, D16).
 *
 * await($group) gives the results by key when all tasks have ended; before that it throws each error once, in the order
 * of the errors. A coroutine that a task spawns belongs to the scope, not to the group. A task must not await its own
 * group.
 *
 * The release of the last reference to the group disposes the group: its tasks are cancelled.
 * Also known as Async\CoroutineGroup.
 *
 * @strict-properties
 * @not-serializable
 */
final class TaskGroup implements Awaitable, SpawnStrategy, \Countable, \IteratorAggregate
{
    /**
     * @param Scope|int|null $scope scope of the tasks; NULL: a child of the current scope that belongs to the group; an
     *     int is the concurrency
     * @param bool|null $captureResults false: results are not kept, await() and all() give NULL. race(), any(),
     *     firstResult() and iteration then give only results that come while they wait
     * @param bool $bounded end the scope with the group, even if the scope has other holders
     * @param int|null $concurrency maximum number of running tasks, the others wait in a queue; NULL: no limit
     * @param int|null $queueLimit maximum number of tasks in the queue: spawn() suspends its caller until a place is
     *     free; NULL: no limit
     * @throws \ValueError when $concurrency is below 1, or $queueLimit below 0
     * @throws AsyncException when the scope is closed, or $bounded with the global scope
     */
    public function __construct(Scope|int|null $scope = null, ?bool $captureResults = null, bool $bounded = false, ?int $concurrency = null, ?int $queueLimit = null) {}

    /**
     * Add a task under the next free number; see Async\spawn().
     *
     * Above the limit of concurrency the new coroutine waits in the queue. With a full queue the caller is suspended
     * until a place is free, in the order of the calls; if the caller is cancelled meanwhile, no task was added.
     *
     * @param callable $task called with the further arguments
     * @throws AsyncException when the group is closed
     */
    public function spawn(callable $task, mixed ...$args): Coroutine {}

    /**
     * Add a task under the given key.
     *
     * @throws AsyncException when another task has the key, or the group is closed
     */
    public function spawnWithKey(string|int $key, callable $task, mixed ...$args): Coroutine {}

    /**
     * Add an existing coroutine under the next free number. The limits do not delay it.
     *
     * @throws AsyncException when it is a task of this group, or the group is closed
     */
    public function add(Coroutine $coroutine): void {}

    /**
     * A trigger that fires when all present tasks have ended. It gives their results by key, in the order of the tasks.
     *
     * With errors it throws a CompositeException of all of them.
     *
     * @param bool $ignoreErrors give the results of the successful tasks; the errors count as seen
     * @param bool $nullOnFail with $ignoreErrors: NULL under the key of a failed task
     */
    public function all(bool $ignoreErrors = false, bool $nullOnFail = false): Awaitable {}

    /**
     * A trigger that gives the result of the first task to end, or throws its error; the next await gives the next one.
     *
     * Each call of race() begins at the first task. When no task is left, await() throws an AsyncException.
     *
     * @param bool $ignoreErrors skip failed tasks; the errors of the present tasks count as seen
     */
    public function race(bool $ignoreErrors = false): Awaitable {}

    /**
     * A trigger that gives the result of the first successful task; the errors of the present tasks count as seen.
     *
     * When all tasks have failed, it throws a CompositeException of their errors; without tasks, an AsyncException.
     */
    public function any(): Awaitable {}

    /**
     * A trigger that gives the result of the first task to end, or throws its error: the same until disposeResults().
     *
     * @param bool $ignoreErrors use the first successful task; the errors of the present tasks count as seen
     */
    public function firstResult(bool $ignoreErrors = false): Awaitable {}

    /**
     * Take the next task out of the group: wait until one has ended, give its result or throw its error, and forget it.
     *
     * The tasks come in the order of their ends, each to one call; waiting calls are served in their order. As long as
     * each task is taken, a group can run tasks for ever in constant memory. await(), triggers, iterators, getResults()
     * and getErrors() do not find a task that was taken. Loop while count() is above 0.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @return mixed the result of the task; its error, or its cancellation, is thrown
     * @throws AsyncException when no task is left, or the group was made with captureResults: false
     * @throws AwaitCancelledException when $cancellation completed first; no task was taken
     * @throws AsyncCancellation when the calling coroutine is cancelled; no task was taken
     */
    public function joinNext(?Awaitable $cancellation = null): mixed {}

    /** Present results by key, in the order of the tasks. */
    public function getResults(): array {}

    /** Present errors by key, with the cancellations of tasks; they count as seen. */
    public function getErrors(): array {}

    /** Let present and future errors count as seen. */
    public function suppressErrors(): void {}

    /**
     * Forget the ended tasks with their results and errors, and number new ones from zero again. Unseen errors go to
     * the scope.
     */
    public function disposeResults(): void {}

    /**
     * Cancel all tasks, also queued ones, and close.
     *
     * The scope ends too, without warnings, when it belongs to the group, has no other holder, or with $bounded.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /** cancel() with the default reason. */
    public function dispose(): void {}

    /** Accept no more tasks; present ones go on. */
    public function close(): void {}

    /** Have all tasks ended? */
    public function isFinished(): bool {}

    /** Does the group refuse tasks: after close(), cancel(), dispose(), or the end of the scope? */
    public function isClosed(): bool {}

    /** Number of tasks since the last disposeResults(), ended ones included, without those that joinNext() has taken. */
    public function count(): int {}

    /**
     * Wait until all tasks have ended; throws none of their errors.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException inside a task of the group
     * @throws AwaitCancelledException when the token completed first
     */
    public function awaitCompletion(?Awaitable $cancellation = null): void {}

    /**
     * Register a callback that is called once, when the group is closed and all tasks have ended.
     *
     * @param callable $callback called with the TaskGroup, in a coroutine of its own
     */
    public function onFinally(callable $callback): void {}

    /** @alias Async\TaskGroup::onFinally */
    public function onExit(callable $callback): void {}

    /** @alias Async\TaskGroup::onFinally */
    public function finally(callable $callback): void {}

    /**
     * Iterator of key => [result, error] in the order in which tasks end, from the first one. It waits for the next
     * task, includes tasks added meanwhile, and ends when no task is left. The iterator holds the group.
     */
    public function getIterator(): \Iterator {}

    /** The scope in which the tasks run. */
    public function provideScope(): ?Scope {}

    /**
     * Part of spawnWith(): adds the coroutine like spawn().
     *
     * @return array "later" => true when the coroutine waits in the queue and the group starts it
     */
    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array {}

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {}

    /**
     * As dispose(), with a warning when tasks are unfinished: they are cancelled. The warning names the place where the
     * group was made. A trigger that has not fired holds the group, so that await($group->all()) waits for the tasks of
     * a group without another reference (D40).
     */
    public function __destruct() {}
}

/**
 * The trigger that all(), race(), any() and firstResult() return. It stays usable after the release of the group.
 *
 * @strict-properties
 * @not-serializable
 */
final class TaskGroupTrigger implements Awaitable
{
    private function __construct() {}
}

/**
 * The iterator that TaskGroup::getIterator() returns. valid(), current(), key() and next() wait for the next ended
 * task.
 *
 * @strict-properties
 * @not-serializable
 */
final class TaskGroupIterator implements \Iterator
{
    private function __construct() {}

    public function valid(): bool {}

    /** [result, error], NULL at the end. */
    public function current(): ?array {}

    public function key(): string|int|null {}

    public function next(): void {}

    /** Back to the task that ended first. */
    public function rewind(): void {}
}
