<?php

/** @generate-class-entries */

namespace Async;

/**
 * A number of permits. Who wants one when there is none waits; permits are given in the order of asking.
 *
 * Permits belong to nobody: any coroutine may release, and one that ends without release() keeps a permit for ever.
 * run() does not.
 *
 * @strict-properties
 * @not-serializable
 */
final class Semaphore
{
    /**
     * @param int $permits how many there are, at least 1
     * @throws \ValueError when $permits is below 1
     */
    public function __construct(int $permits) {}

    /**
     * Wait for a permit.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled; it has got no permit then
     */
    public function acquire(?Awaitable $cancellation = null): void {}

    /** Take a permit if there is one. */
    public function tryAcquire(): bool {}

    /**
     * Give a permit to the one who waits longest, or back.
     *
     * @throws AsyncException when all permits are back already
     */
    public function release(): void {}

    /** Number of permits to be had now. */
    public function available(): int {}

    /**
     * Call back with a permit and return what the callback returns. The permit is given back whatever happens.
     *
     * @param callable $callback called without arguments
     * @param Awaitable|null $cancellation token that limits the wait for the permit
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function run(callable $callback, ?Awaitable $cancellation = null): mixed {}
}
