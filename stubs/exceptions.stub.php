<?php

/** @generate-class-entries */

namespace Async;

/**
 * Cancellation of a coroutine, thrown at the place of its wait.
 *
 * It is an Error, so that catch (\Exception) never swallows it (D2). Extend it to carry data. Uncaught, it ends its
 * coroutine silently. The default message is "cancelled at FILE:LINE", the place of the cancel() call.
 *
 * Also known as Async\CancellationError and Async\CancellationException.
 */
class AsyncCancellation extends \Error
{
}

/** General error of this extension: misuse, or a limit was reached. */
class AsyncException extends \Exception
{
}

/**
 * The cancellation token of a wait ended it before the awaitable completed (D3). The awaitable itself goes on.
 *
 * getPrevious() is the TimeoutException, or the cancellation of the token; NULL when the token completed normally.
 * Also known as Async\OperationCanceledException.
 */
class AwaitCancelledException extends AsyncException
{
}

/** Previous exception of an AwaitCancelledException when the token was a timeout. */
class TimeoutException extends AsyncException
{
}

/** Every coroutine waits and no event can wake one; thrown at the end of the application. */
class DeadlockError extends \Error
{
}

/** Several exceptions at once. */
final class CompositeException extends AsyncException
{
    private array $exceptions = [];

    /** Append an exception, with the next free number as its key. */
    public function addException(\Throwable $exception): void {}

    /**
     * The exceptions, in the order of their addition. Those of the tasks of a group have the keys of the tasks.
     *
     * @return array<array-key, \Throwable>
     */
    public function getExceptions(): array {}

    /** The text of an exception, then those of all its exceptions, each with its key. */
    public function __toString(): string {}
}
