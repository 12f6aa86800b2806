<?php

/** @generate-class-entries */

namespace Async;

/**
 * Marker for objects that await() accepts.
 *
 * It is meant for classes of extensions: a user class may implement it, but await() refuses its objects (D27).
 */
interface Awaitable
{
}

/** An awaitable that settles once and can be cancelled. */
interface Completable extends Awaitable
{
    /**
     * Request cancellation. The first reason is kept; after the completion this does nothing.
     *
     * @param AsyncCancellation|null $cancellation NULL: a new one with the message "cancelled at FILE:LINE"
     */
    public function cancel(?AsyncCancellation $cancellation = null): void;

    /** Is it over, with a result, an exception or a cancellation? */
    public function isCompleted(): bool;

    /** Did it end by cancellation? */
    public function isCancelled(): bool;
}
