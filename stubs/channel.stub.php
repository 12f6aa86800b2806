<?php

/** @generate-class-entries */

namespace Async;

/** Sending to a closed channel, or receiving from one that is closed and empty. */
class ChannelException extends AsyncException
{
}

/**
 * FIFO queue between coroutines, with any number of senders and receivers.
 *
 * With a capacity, send() waits only while so many values are in the channel. Without one (0) it waits until somebody
 * has taken the value. Who waits is served in order. A value is delivered to exactly one receiver; when that one is
 * cancelled before it goes on, the value goes to the next one or back to the front of the channel, which may hold more
 * than its capacity for a while then.
 *
 * await($channel) is recv(). As the cancellation token of another wait, a channel ends it when there is something to
 * receive, and leaves it in the channel; a closed and empty one makes that wait throw the ChannelException.
 *
 * A channel that nobody sends to any more should be closed: those who wait to receive from it wait for ever otherwise,
 * which is a deadlock.
 *
 * @strict-properties
 * @not-serializable
 */
final class Channel implements Awaitable, \Countable, \IteratorAggregate
{
    /**
     * @param int $capacity how many values may be in the channel; memory is used for those that are
     * @throws \ValueError when $capacity is negative
     */
    public function __construct(int $capacity = 0) {}

    /**
     * Put a value into the channel. Waits while it is full, without capacity until the value is taken.
     *
     * When the wait ends with an exception, nothing was sent. A cancellation that comes after the value was taken is
     * thrown at the next wait of the caller, because the value was sent.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws ChannelException when the channel is closed, or is closed meanwhile
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function send(mixed $value, ?Awaitable $cancellation = null): void {}

    /** The same without waiting: false when send() would have to wait, or the channel is closed. */
    public function sendAsync(mixed $value): bool {}

    /**
     * Take the next value out of the channel. Waits while there is none; what was sent before close() is still
     * delivered.
     *
     * When the wait ends with an exception, nothing was received.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws ChannelException when the channel is closed and empty
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function recv(?Awaitable $cancellation = null): mixed {}

    /**
     * A future of the next value, which queues up behind those who wait already.
     *
     * Once the value has come, it is the future's. A future that is cancelled or thrown away before that has received
     * nothing. When the channel is closed and empty, the future fails with a ChannelException.
     */
    public function recvAsync(): Future {}

    /**
     * No more sends. Those who wait to send get a ChannelException and keep their values (D37); receivers get what is in
     * the channel, then a ChannelException. Closing again does nothing.
     */
    public function close(): void {}

    public function isClosed(): bool {}

    /** The number given to the constructor. */
    public function capacity(): int {}

    /** Number of values in the channel; those of waiting senders are not. */
    public function count(): int {}

    /** Would recv() have to wait, or find the channel closed? */
    public function isEmpty(): bool {}

    /** Would send() have to wait? A channel without capacity is full unless somebody waits to receive. */
    public function isFull(): bool {}

    /**
     * The values as they come, until the channel is closed and empty: foreach ($channel as $value). Each step is a
     * recv(). Several loops over one channel share its values.
     *
     * @return \Iterator<int, mixed>
     */
    public function getIterator(): \Iterator {}
}
