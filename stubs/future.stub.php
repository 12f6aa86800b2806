<?php

/** @generate-class-entries */

namespace Async;

/**
 * Write side of a Future: its holder settles the futures made from it, once.
 *
 * @strict-properties
 * @not-serializable
 */
final class FutureState
{
    public function __construct() {}

    /**
     * Complete with a result. Does nothing when the future was cancelled, because the result has no use any more.
     *
     * @throws AsyncException when it was completed before
     */
    public function complete(mixed $result = null): void {}

    /**
     * Complete with an error, which is thrown at every await. Does nothing when the future was cancelled.
     *
     * @throws AsyncException when it was completed before
     */
    public function error(\Throwable $throwable): void {}

    /** Is there a result, an error or a cancellation? */
    public function isCompleted(): bool {}

    /**
     * Place where it was created, as [FILE, LINE]; ["", 0] when no PHP code has created it. For debugging.
     */
    public function getCreatedFileAndLine(): array {}

    /** Place where it was created, as "FILE:LINE", or "". */
    public function getCreatedLocation(): string {}

    /**
     * Place where it was settled: the call of complete(), error() or cancel(), or the call of map(), catch() or
     * finally() whose callback has settled it. ["", 0] while it is pending, and when no PHP code has settled it.
     */
    public function getCompletedFileAndLine(): array {}

    /** The same place as "FILE:LINE", or "". */
    public function getCompletedLocation(): string {}

    /**
     * What it waits for, for debugging: an array with the keys "type" ("future"), "waits_for" (in words), "awaited_by"
     * (ids of the first coroutines that await it) and "awaited_at" (place of the first one, or NULL). [] when it is
     * settled.
     */
    public function getAwaitingInfo(): array {}
}

/**
 * A result that comes later. It is settled once, and every await gives the same outcome (AW-06).
 *
 * An error that is still unseen when the last handle is released raises a warning (D38).
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
     * New future with the result of $map($result); an error or a cancellation passes unchanged.
     *
     * The callback runs in a coroutine of its own in the scope of this call, may suspend, and runs even when the new
     * future has no handle.
     */
    public function map(callable $map): Future {}

    /** New future with the result of $catch($error); a result or a cancellation passes unchanged. */
    public function catch(callable $catch): Future {}

    /** New future with the same outcome after $finally(), which runs on success, error and cancellation. */
    public function finally(callable $finally): Future {}

    /** Raise no warning for an unseen error of this future. Returns $this. */
    public function ignore(): Future {}

    /** Settle the future with a cancellation for all awaiters, if it is not settled yet; the producer can stop. */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    public function isCompleted(): bool {}

    /** Did it end by cancellation? */
    public function isCancelled(): bool {}

    /**
     * Place where it was created, as [FILE, LINE]; ["", 0] when no PHP code has created it. For debugging.
     */
    public function getCreatedFileAndLine(): array {}

    /** Place where it was created, as "FILE:LINE", or "". */
    public function getCreatedLocation(): string {}

    /**
     * Place where it was settled: the call of complete(), error() or cancel(), or the call of map(), catch() or
     * finally() whose callback has settled it. ["", 0] while it is pending, and when no PHP code has settled it.
     */
    public function getCompletedFileAndLine(): array {}

    /** The same place as "FILE:LINE", or "". */
    public function getCompletedLocation(): string {}

    /**
     * What it waits for, for debugging: an array with the keys "type" ("future"), "waits_for" (in words), "awaited_by"
     * (ids of the first coroutines that await it) and "awaited_at" (place of the first one, or NULL). [] when it is
     * settled.
     */
    public function getAwaitingInfo(): array {}
}
