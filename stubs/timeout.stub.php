<?php

/** @generate-class-entries */

namespace Async;

/**
 * Fires once, a number of milliseconds after its construction.
 *
 * An await of it gives NULL. As the cancellation token of await() it ends the wait with an AwaitCancelledException
 * whose previous exception is a TimeoutException (D24). A timeout without a waiter does not keep the program running.
 *
 * @strict-properties
 * @not-serializable
 */
final class Timeout implements Completable
{
    /**
     * @param int $ms milliseconds from now, at least 1
     * @throws \ValueError when $ms is below 1
     */
    public function __construct(int $ms) {}

    /** Stop the timeout; its waiters get the cancellation. After it has fired this does nothing. */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /** Has it fired or was it cancelled? */
    public function isCompleted(): bool {}

    /** Was it cancelled before it fired? */
    public function isCancelled(): bool {}
}
