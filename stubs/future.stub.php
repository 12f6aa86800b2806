<?php

/** @generate-class-entries */

namespace Async;

/**
 * Write side of a Future: whoever has it settles the futures made from it, once.
 *
 * @strict-properties
 * @not-serializable
 */
final class FutureState
{
    public function __construct() {}

    /**
     * Complete with a result. Nothing happens when the future was cancelled meanwhile: nobody wants it any more.
     *
     * @throws AsyncException when it was completed before
     */
    public function complete(mixed $result = null): void {}

    /**
     * Complete with an error, which is thrown at every await. Cancelled meanwhile: as above.
     *
     * @throws AsyncException when it was completed before
     */
    public function error(\Throwable $throwable): void {}

    /** Is there a result, an error or a cancellation? */
    public function isCompleted(): bool {}
}

/**
 * A result that is still to come; it changes its state once, and every await gives the same (AW-06).
 *
 * An error that nobody has looked at when the last handle is gone raises a warning (D38).
 *
 * @strict-properties
 * @not-serializable
 */
final class Future implements Completable
{
    /** @param FutureState|null $state its write side; without one it can only be cancelled */
    public function __construct(?FutureState $state = null) {}

    /** A future that has its result already. */
    public static function completed(mixed $value = null): Future {}

    /** A future that has failed already. */
    public static function failed(\Throwable $throwable): Future {}

    /**
     * The same as Async\await($this, $cancellation).
     *
     * @throws AwaitCancelledException when $cancellation fires first
     */
    public function await(?Awaitable $cancellation = null): mixed {}

    /**
     * New future with what $map($result) returns; an error or a cancellation passes unchanged.
     *
     * The callback runs in a coroutine of its own in the scope of this call, may suspend, and runs even when nobody
     * keeps the new future.
     */
    public function map(callable $map): Future {}

    /** New future with what $catch($error) returns; a result or a cancellation passes unchanged. */
    public function catch(callable $catch): Future {}

    /** New future with the same outcome, after $finally() has run: on success, error and cancellation. */
    public function finally(callable $finally): Future {}

    /** An error of this future that nobody looks at is no reason for a warning. Returns $this. */
    public function ignore(): Future {}

    /** Whoever awaits it gets the cancellation, and the producer need not go on. Too late: does nothing. */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    public function isCompleted(): bool {}

    /** Did it end by cancellation? */
    public function isCancelled(): bool {}
}
