<?php

/** @generate-class-entries */

namespace Async;

/**
 * Handle of a coroutine; spawn() makes it.
 *
 * Dropping the handle does not stop the coroutine. An await returns its result or throws its exception, the same object
 * at every await.
 *
 * @strict-properties
 * @not-serializable
 */
final class Coroutine implements Completable
{
    private function __construct() {}

    /** Number of this coroutine, unique within the request. */
    public function getId(): int {}

    /**
     * Give it a name for dumps, reports and traces; '' takes the given name away. Returns $this.
     */
    public function setName(string $name): static {}

    /**
     * The given name. Without one: "main" for the main script, else what it calls, such as "App\Mailer::send" or
     * "{closure} at FILE:LINE"; after its end "spawned at FILE:LINE".
     */
    public function getName(): string {}

    /** Ask the scheduler to run it as early as possible; a hint (D4). Possible before it is queued. Returns $this. */
    public function asHiPriority(): Coroutine {}

    /**
     * Its own context, which coroutineContext() returns inside it. The context inherits nothing, and spawned coroutines
     * do not inherit it. It is emptied after the coroutine's completion and its onFinally() callbacks.
     */
    public function getContext(): Context {}

    /** The result when it has completed normally, else NULL. */
    public function getResult(): mixed {}

    /** The exception or cancellation that ended it, else NULL. */
    public function getException(): ?\Throwable {}

    /**
     * Stack trace of a suspended coroutine, [] in any other state. Innermost first: the function that waits, then the
     * frames that debug_backtrace() would show there, with those of the Fibers in which it waits.
     *
     * @param int $options the flags of debug_backtrace()
     * @param int $limit number of frames, 0 = all
     */
    public function getTrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): array {}

    /**
     * The place of its spawn.
     *
     * @return array{0: string, 1: int} file and line
     */
    public function getSpawnFileAndLine(): array {}

    /** The place of its spawn as "file:line". */
    public function getSpawnLocation(): string {}

    /**
     * The place of its last suspension.
     *
     * @return array{0: string, 1: int} file and line, ['', 0] before the first suspension
     */
    public function getSuspendFileAndLine(): array {}

    /** The place of its last suspension as "file:line", '' before the first one. */
    public function getSuspendLocation(): string {}

    /** Has its body begun to run? */
    public function isStarted(): bool {}

    /** Is it in the run queue, to start or to resume? */
    public function isQueued(): bool {}

    /** Is it the running coroutine? */
    public function isRunning(): bool {}

    /** Has it started, and is it neither completed nor running? */
    public function isSuspended(): bool {}

    /** Did a cancellation end it, before or after its start? */
    public function isCancelled(): bool {}

    /** Was cancel() called? The coroutine may still be running to its end. */
    public function isCancellationRequested(): bool {}

    /** Has it ended, with a result, an exception or a cancellation? */
    public function isCompleted(): bool {}

    /** @alias Async\Coroutine::isCompleted */
    public function isFinished(): bool {}

    /**
     * Description of its wait, for debugging: an array with the key "type" and, if they apply, "id", "class", "fd",
     * "job", "remaining_ms". [] when it is not suspended.
     */
    public function getAwaitingInfo(): array {}

    /**
     * Request cancellation; the first request is kept.
     *
     * A coroutine that has not started never starts. A suspended one gets the cancellation at the place of its wait,
     * the running one at its next suspension point, one inside protect() right after it. On a completed coroutine this
     * does nothing.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /**
     * Register a callback for the completion, with a result, an exception or a cancellation. Callbacks run in order, in
     * a coroutine of their own; on a completed coroutine, in the next round.
     *
     * @param callable $callback called with the Coroutine
     */
    public function onFinally(callable $callback): void {}

    /** @alias Async\Coroutine::onFinally */
    public function onExit(callable $callback): void {}

    /** @alias Async\Coroutine::onFinally */
    public function finally(callable $callback): void {}
}
