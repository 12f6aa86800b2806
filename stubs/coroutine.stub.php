<?php

/** @generate-class-entries */

namespace Async;

/**
 * Handle of a coroutine; spawn() makes it.
 *
 * Dropping the handle does not stop the coroutine. Awaiting it gives its return value or throws what it threw: the
 * same object at every awaiting point.
 *
 * @strict-properties
 * @not-serializable
 */
final class Coroutine implements Completable
{
    private function __construct() {}

    /** Number of this coroutine, unique within the request. */
    public function getId(): int {}

    /** Ask the scheduler to run it as early as possible; a hint (D4). Also before it is queued. Returns $this. */
    public function asHiPriority(): Coroutine {}

    /**
     * Its own context, the one that coroutineContext() gives inside of it. It inherits from nobody, coroutines spawned
     * from this one do not see it, and it is emptied when this one has completed and its onFinally() callbacks have run.
     */
    public function getContext(): Context {}

    /** Return value when it has completed normally, else NULL. */
    public function getResult(): mixed {}

    /** The exception or cancellation it ended with, else NULL. */
    public function getException(): ?\Throwable {}

    /**
     * Stack trace of a suspended coroutine, [] in any other state. Innermost first: the function that waits, then what
     * debug_backtrace() would show there. Fibers in which it waits are part of it.
     *
     * @param int $options the flags of debug_backtrace()
     * @param int $limit number of frames, 0 = all
     */
    public function getTrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): array {}

    /**
     * Where it was spawned.
     *
     * @return array{0: string, 1: int} file and line
     */
    public function getSpawnFileAndLine(): array {}

    /** Where it was spawned, as "file:line". */
    public function getSpawnLocation(): string {}

    /**
     * Where it was suspended last.
     *
     * @return array{0: string, 1: int} file and line, ['', 0] if it never was
     */
    public function getSuspendFileAndLine(): array {}

    /** Where it was suspended last as "file:line", '' if it never was. */
    public function getSuspendLocation(): string {}

    /** Did its body begin to run? */
    public function isStarted(): bool {}

    /** Is it in the run queue: about to start, or about to go on? */
    public function isQueued(): bool {}

    /** Is it the one that runs now? */
    public function isRunning(): bool {}

    /** Did it start, and is neither over nor running? */
    public function isSuspended(): bool {}

    /** Did it end by cancellation (or never start because of it)? */
    public function isCancelled(): bool {}

    /** Was cancel() called? The end may still be ahead. */
    public function isCancellationRequested(): bool {}

    /** Is it over? */
    public function isCompleted(): bool {}

    /** @alias Async\Coroutine::isCompleted */
    public function isFinished(): bool {}

    /**
     * What it waits for, for debugging: an array with the key "type" and, as it applies, "id", "class", "fd", "job",
     * "remaining_ms". [] when it is not suspended.
     */
    public function getAwaitingInfo(): array {}

    /**
     * Request cancellation; the first request is kept.
     *
     * Not started: it never will. Suspended: the cancellation is thrown where it waits. Running (itself): thrown at
     * its next suspension point. Inside protect(): thrown right after. Completed: nothing happens.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /**
     * Call back when the coroutine has completed, also after an exception or a cancellation. Callbacks run in order, in
     * a coroutine of their own; on a completed coroutine at the next round.
     *
     * @param callable $callback called with the Coroutine
     */
    public function onFinally(callable $callback): void {}

    /** @alias Async\Coroutine::onFinally */
    public function onExit(callable $callback): void {}

    /** @alias Async\Coroutine::onFinally */
    public function finally(callable $callback): void {}
}
