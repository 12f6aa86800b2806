<?php

/** @generate-class-entries */

namespace Async;

/**
 * What a FileWatcher has seen.
 *
 * @strict-properties
 * @not-serializable
 */
final class FileEvent
{
    /**
     * The path is new, or was moved here from a place that is not watched.
     *
     * @var string
     */
    const CREATED = 'created';

    /**
     * A writer has closed the file, or its mode, owner or times are others; or a watched file was replaced.
     *
     * @var string
     */
    const CHANGED = 'changed';

    /**
     * The path is no more, or was moved to a place that is not watched.
     *
     * @var string
     */
    const DELETED = 'deleted';

    /**
     * What was at $oldPath is at $path now.
     *
     * @var string
     */
    const MOVED = 'moved';

    /**
     * There were too many changes, and some are unknown: look at everything again. The path is empty.
     *
     * @var string
     */
    const OVERFLOW = 'overflow';

    /** One of the constants above. */
    public readonly string $kind;

    /** Absolute. Links in it are those of the path that was given to watch(). */
    public readonly string $path;

    /** Where it was before, for MOVED. */
    public readonly ?string $oldPath;

    private function __construct() {}
}

/**
 * The changes of files and folders, made by watch(). await($watcher) gives the next FileEvent.
 *
 * Several coroutines may wait for one watcher: each event goes to one of them, the longest waiter first. As the
 * cancellation token of another wait, a watcher ends that wait when there is an event, and keeps the event.
 *
 * In a forked child the watcher is closed: the events come to the parent.
 *
 * @strict-properties
 * @not-serializable
 */
final class FileWatcher implements Awaitable, \IteratorAggregate
{
    private function __construct() {}

    /**
     * Watch no more. Loops over the watcher end, other waits get an AsyncException. Events that no coroutine has taken
     * are dropped. Closing again does nothing.
     */
    public function close(): void {}

    /** Also true when all the paths are gone, and their last event was taken. */
    public function isClosed(): bool {}

    /**
     * The events as they come, until the watcher is closed or all its paths are gone. Several loops over one watcher
     * share its events.
     *
     * @return \Iterator<int, FileEvent>
     */
    public function getIterator(): \Iterator {}
}
