<?php

/** @generate-class-entries */

namespace Async;

/**
 * Cancellation of a coroutine, thrown where it waits.
 *
 * It is an Error, so that catch (\Exception) never swallows it (D2). Extend it to carry data. One that nobody
 * handles ends its coroutine silently. The default message is "cancelled at FILE:LINE", the place of the cancel().
 *
 * Also known as Async\CancellationError and Async\CancellationException.
 */
class AsyncCancellation extends \Error
{
}

/** General error of this extension: misuse, or a limit that was reached. */
class AsyncException extends \Exception
{
}

/**
 * A wait was ended by its cancellation token, not by what it waited for (D3). The awaited thing itself goes on.
 *
 * getPrevious() is the TimeoutException, or the cancellation of the token; NULL when the token completed normally.
 * Also known as Async\OperationCanceledException.
 */
class AwaitCancelledException extends AsyncException
{
}

/** Reason inside an AwaitCancelledException when the token was a timeout. */
class TimeoutException extends AsyncException
{
}

/** Every coroutine waits and nothing can wake one; raised at the end of the application. */
class DeadlockError extends \Error
{
}

/** Several exceptions at once. */
final class CompositeException extends AsyncException
{
    private array $exceptions = [];

    /** Append an exception. */
    public function addException(\Throwable $exception): void {}

    /**
     * The exceptions, in the order they were added.
     *
     * @return array<array-key, \Throwable>
     */
    public function getExceptions(): array {}
}
