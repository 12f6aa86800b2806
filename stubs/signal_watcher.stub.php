<?php

/** @generate-class-entries */

namespace Async;

/**
 * The deliveries of some signals, made by signals(). await($watcher) gives the number of the next one.
 *
 * Several coroutines may wait for one watcher: each delivery goes to one of them, the longest waiter first. As the
 * cancellation token of another wait, a watcher ends that wait when a signal has come, and keeps the signal.
 *
 * A forked child gets the signals that come after its first wait for the watcher; until then their dispositions are
 * those that the parent had before.
 *
 * @strict-properties
 * @not-serializable
 */
final class SignalWatcher implements Awaitable, \IteratorAggregate
{
    private function __construct() {}

    /**
     * Catch the signals no more. Loops over the watcher end, other waits get an AsyncException. Deliveries that no
     * coroutine has taken are dropped. Closing again does nothing.
     */
    public function close(): void {}

    public function isClosed(): bool {}

    /**
     * The numbers of the signals as they come, until the watcher is closed. Several loops over one watcher share its
     * deliveries.
     *
     * @return \Iterator<int, int>
     */
    public function getIterator(): \Iterator {}
}
