<?php

/** @generate-class-entries */

namespace Async;

/**
 * Thrown by a send to a closed channel, and by a receive from a closed and empty one. If the channel was closed with a
 * reason, getPrevious() is that reason.
 */
class ChannelException extends AsyncException
{
}

/**
 * FIFO queue between coroutines, with any number of senders and receivers.
 *
 * With a capacity, send() waits only while the channel is full. With capacity 0 it waits until a receiver has taken the
 * value. Waiters are served in the order of their calls. A value is delivered to exactly one receiver. When that
 * receiver is cancelled before it resumes, the value goes to the next receiver or back to the front of the channel,
 * which may then hold more than its capacity for a while.
 *
 * await($channel) is recv(). As the cancellation token of another wait, a channel ends that wait when it has a value,
 * and keeps the value; a closed and empty channel makes that wait throw the ChannelException.
 *
 * Close a channel when no more values will be sent: otherwise its receivers wait for ever, which is a deadlock. A channel
 * with a scope closes with it.
 *
 * @strict-properties
 * @not-serializable
 */
final class Channel implements Awaitable, \Countable, \IteratorAggregate
{
    /**
     * @param int $capacity maximum number of values in the channel; only present values use memory
     * @param Scope|null $scope closes the channel: when the scope is cancelled, with the cancellation as reason; or when
     *     it has ended, which is when it is closed and its last coroutine has gone. NULL: only close() closes the channel
     * @throws \ValueError when $capacity is negative
     */
    public function __construct(int $capacity = 0, ?Scope $scope = null) {}

    /**
     * Put a value into the channel. Waits while the channel is full; with capacity 0, until a receiver takes the value.
     *
     * When the wait ends with an exception, nothing was sent. A cancellation that comes after a receiver has taken the
     * value is thrown at the next wait of the caller, because the value was sent.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws ChannelException when the channel is closed, or is closed meanwhile
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function send(mixed $value, ?Awaitable $cancellation = null): void {}

    /** Send without waiting: false when send() would have to wait, or the channel is closed. */
    public function sendAsync(mixed $value): bool {}

    /**
     * Take the next value out of the channel. Waits while there is none. Values sent before close() are still
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
     * A future of the next value. It queues behind the present waiters.
     *
     * A value that has arrived belongs to the future. A future that is cancelled or released before that has received
     * nothing. When the channel is closed and empty, the future fails with a ChannelException.
     */
    public function recvAsync(): Future {}

    /**
     * Accept no more values. Waiting senders get a ChannelException and keep their values (D37). Receivers get the
     * values in the channel, then a ChannelException. Closing again does nothing.
     *
     * @param \Throwable|null $reason why no more values come. It is the previous exception of each ChannelException, and
     *     foreach over the channel throws one instead of ending. NULL: all values were sent
     */
    public function close(?\Throwable $reason = null): void {}

    /** The reason of the close. NULL: the channel is open, or was closed without one. */
    public function getCloseReason(): ?\Throwable {}

    public function isClosed(): bool {}

    /** The number given to the constructor. */
    public function capacity(): int {}

    /** Number of values in the channel, without those of waiting senders. */
    public function count(): int {}

    /** Would recv() have to wait, or find the channel closed? */
    public function isEmpty(): bool {}

    /** Would send() have to wait? A channel with capacity 0 is full unless a receiver waits. */
    public function isFull(): bool {}

    /**
     * The values as they arrive, until the channel is closed and empty: foreach ($channel as $value). Each step is a
     * recv(). Several loops over one channel share its values. When the channel was closed with a reason, the loop throws
     * a ChannelException after the last value.
     *
     * @return \Iterator<int, mixed>
     */
    public function getIterator(): \Iterator {}
}
