<?php

/** @generate-class-entries */

namespace Async;

/**
 * Explicit group of tasks with results, keys and limits.
 *
 * A failing task does not cancel the others. Its error stays with the group until somebody has seen it: an awaiter of
 * the group or of one of its triggers, an iteration, getErrors(). An error that is unseen when the group is gone, or when
 * the request has nothing else left to do, goes to the scope like one that nobody awaited (D10, D16).
 *
 * await($group) gives the results by key when all tasks are over; before that it throws the errors in the order in which
 * they came, each of them once. What a task spawns itself belongs to the scope, not to the group. A task must not await
 * its own group.
 *
 * Dropping the last reference on the group disposes of it: its tasks are cancelled.
 *
 * @strict-properties
 * @not-serializable
 */
final class TaskGroup implements Awaitable, SpawnStrategy, \Countable, \IteratorAggregate
{
    /**
     * @param Scope|int|null $scope where the tasks run; NULL: a child of the current scope that belongs to the group;
     *     an int is the concurrency
     * @param bool|null $captureResults false: results are not kept, await() and all() give NULL. race(), any(),
     *     firstResult() and iteration then give what completes while they wait
     * @param bool $bounded end the scope with the group, even if others hold it too
     * @param int|null $concurrency at most so many tasks run at once, the others wait for their turn; NULL: no limit
     * @param int|null $queueLimit at most so many tasks wait for their turn: spawn() suspends its caller until there is
     *     room; NULL: no limit
     * @throws \ValueError when $concurrency is below 1, or $queueLimit below 0
     * @throws AsyncException when the scope is closed, or $bounded with the global scope
     */
    public function __construct(Scope|int|null $scope = null, ?bool $captureResults = null, bool $bounded = false, ?int $concurrency = null, ?int $queueLimit = null) {}

    /**
     * Add a task under the next free number; see Async\spawn().
     *
     * Over the limit of concurrency the coroutine is made and waits for its turn. With a full queue the caller is
     * suspended until there is room, in the order of the calls; cancelled meanwhile, it has added nothing.
     *
     * @param callable $task called with the further arguments
     * @throws AsyncException when the group is closed
     */
    public function spawn(callable $task, mixed ...$args): Coroutine {}

    /**
     * The same under a key of one's own.
     *
     * @throws AsyncException when the key is taken, or the group is closed
     */
    public function spawnWithKey(string|int $key, callable $task, mixed ...$args): Coroutine {}

    /**
     * Add a coroutine that exists already under the next free number. The limits do not hold it up.
     *
     * @throws AsyncException when it is a task of this group, or the group is closed
     */
    public function add(Coroutine $coroutine): void {}

    /**
     * Fires when all tasks that are present now are over; gives their results by key, in the order of the tasks.
     *
     * With errors it throws a CompositeException of all of them.
     *
     * @param bool $ignoreErrors give the results of the others; the errors count as seen
     * @param bool $nullOnFail with $ignoreErrors: NULL under the key of a failed task
     */
    public function all(bool $ignoreErrors = false, bool $nullOnFail = false): Awaitable {}

    /**
     * Gives the result of the first task that is over or throws its error; awaited again, of the next one, and so on.
     *
     * Each call of race() begins at the first. When no task is left, await() throws an AsyncException.
     *
     * @param bool $ignoreErrors of successful tasks only; the errors of the tasks that are present count as seen
     */
    public function race(bool $ignoreErrors = false): Awaitable {}

    /**
     * Gives the result of the first successful task; the errors of the tasks that are present count as seen.
     *
     * When all tasks have failed it throws a CompositeException of their errors, without tasks an AsyncException.
     */
    public function any(): Awaitable {}

    /**
     * Gives the result of the first task that is over or throws its error, the same one until disposeResults().
     *
     * @param bool $ignoreErrors of the first successful task; the errors of the tasks that are present count as seen
     */
    public function firstResult(bool $ignoreErrors = false): Awaitable {}

    /** Results so far by key, in the order of the tasks. */
    public function getResults(): array {}

    /** Errors so far by key, cancellations of tasks among them; they count as seen. */
    public function getErrors(): array {}

    /** The errors so far and those to come count as seen. */
    public function suppressErrors(): void {}

    /**
     * Forget the tasks that are over, with results and errors, and number new ones from zero again. Errors that nobody
     * has seen go to the scope.
     */
    public function disposeResults(): void {}

    /**
     * Cancel all tasks, also those that wait for their turn, and close.
     *
     * The scope ends too when it belongs to the group, when nobody else holds it, or with $bounded; without warnings.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /** cancel() without a reason of one's own. */
    public function dispose(): void {}

    /** Accept no more tasks; those that are here go on. */
    public function close(): void {}

    /** Are all tasks over? */
    public function isFinished(): bool {}

    /** Are no more tasks accepted: after close(), cancel(), dispose(), or the end of the scope? */
    public function isClosed(): bool {}

    /** Number of tasks, those that are over included, since the last disposeResults(). */
    public function count(): int {}

    /**
     * Wait until all tasks are over; throws none of their errors.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AsyncException inside of a task of the group
     * @throws AwaitCancelledException when the token completed first
     */
    public function awaitCompletion(?Awaitable $cancellation = null): void {}

    /**
     * Call back once, when the group is closed and all tasks are over.
     *
     * @param callable $callback called with the TaskGroup, in a coroutine of its own
     */
    public function onFinally(callable $callback): void {}

    /** @alias Async\TaskGroup::onFinally */
    public function onExit(callable $callback): void {}

    /** @alias Async\TaskGroup::onFinally */
    public function finally(callable $callback): void {}

    /**
     * key => [result, error] in the order in which tasks end, from the first; waits for the next and ends when no task
     * is left. Tasks that are added meanwhile take part. The iterator holds the group.
     */
    public function getIterator(): \Iterator {}

    /** The scope in which the tasks run. */
    public function provideScope(): ?Scope {}

    /**
     * Part of spawnWith(): adds the coroutine as spawn() does.
     *
     * @return array "later" => true when it has to wait for its turn and the group starts it
     */
    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array {}

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {}

    /** As dispose(). */
    public function __destruct() {}
}

/**
 * What all(), race(), any() and firstResult() return. It stays of use when the group is gone.
 *
 * @strict-properties
 * @not-serializable
 */
final class TaskGroupTrigger implements Awaitable
{
    private function __construct() {}
}

/**
 * What TaskGroup::getIterator() returns. valid(), current(), key() and next() wait for the next task that ends.
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
