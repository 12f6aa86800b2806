<?php

/** @generate-class-entries */

namespace Async;

/**
 * Worker processes that run one task with different arguments, on all CPUs.
 *
 * A worker is forked when a job needs one. So it has the task and everything that is loaded then: closures, objects and
 * classes need no serializing. Arguments and results are serialized (by igbinary where it is loaded); large ones go
 * through shared memory. Streams and sockets are passed as descriptors. A worker keeps its state from job to job, and
 * sees no later change of the parent.
 *
 * A worker never uses the connections of the parent: sockets that were open at its start are dead in it. It prints where
 * the parent prints, line by line. Shutdown functions and destructors of the parent do not run in it.
 *
 * The pool belongs to the scope in which it was made. The scope waits for its jobs, and when the scope is cancelled, so
 * is the pool. Workers end with the pool, with its last handle and, whatever happens to it, with their parent.
 *
 * @strict-properties
 * @not-serializable
 */
final class ProcessPool
{
    /**
     * @param callable $task called in a worker with the arguments of submit(), as a coroutine. Coroutines that it has
     *        spawned are cancelled when it has returned
     * @param int $workers greatest number of workers; 0 = availableParallelism()
     * @param int $maxJobs number of jobs after which a worker is replaced; 0 = no limit
     * @param int $memoryLimit memory_limit of a worker in bytes, including what it has from its parent; 0 = as in the
     *        parent. A worker that needs more dies of a fatal error, and is replaced
     * @param int $timeout time limit of each job in milliseconds; 0 = none. Then the job fails with a TimeoutException,
     *        and is cancelled in the worker
     * @param int $retries how many more times a job is run when its worker dies; 0 = a job is never run twice
     * @param int $grace milliseconds that a worker has to end a cancelled job, or itself when it is not needed any more,
     *        before it is killed
     * @throws \ValueError when a number is out of range
     */
    public function __construct(
        callable $task,
        int $workers = 0,
        int $maxJobs = 0,
        int $memoryLimit = 0,
        int $timeout = 0,
        int $retries = 0,
        int $grace = 1000,
    ) {}

    /**
     * Have a worker call the task with these arguments. Jobs start in the order of the calls.
     *
     * The future gives the result. It fails with the exception that the task has thrown, with the trace in the worker;
     * one that cannot be made in this process arrives as a WorkerException. So does the death of the worker. cancel()
     * of the future cancels the job: the worker is told, then killed.
     *
     * Streams with a descriptor and Socket objects may be passed, also in arrays: the worker gets the same file or
     * connection. They are duplicated at once, so the caller may close its stream. A result may have streams as well.
     *
     * @param mixed $args what serialize() takes, streams and Socket objects
     * @return Future of the result
     * @throws \Exception when an argument cannot be serialized
     * @throws AsyncException when the pool is closed or belongs to the parent process, or the request is shutting
     *         down; when a stream cannot be passed (it has no descriptor, filters, unread data, TLS …), there are more
     *         than 252 of them, or no descriptor is left
     * @throws AsyncCancellation when the calling coroutine is cancelled while another one reads from a file that is
     *         passed
     */
    public function submit(mixed ...$args): Future {}

    /**
     * Have workers call the task with each element, and give the results with the keys of the elements. Elements are
     * taken only when there is a place for a job. When the iterator is dropped, its jobs are cancelled.
     *
     * Iterating waits for the next result, and throws the exception of a job that has failed.
     *
     * @param int $concurrency greatest number of jobs whose result was not taken yet; 0 = twice the number of workers
     * @param bool $ordered give results in the order of the elements, not in that in which jobs end
     * @return ProcessPoolResults iterator of results
     * @throws \ValueError when $concurrency is negative
     */
    public function map(iterable $items, int $concurrency = 0, bool $ordered = false): ProcessPoolResults {}

    /** Accept no more jobs. Those that were submitted go on. Does not wait. Closing again does nothing. */
    public function close(): void {}

    /**
     * Close, and cancel all jobs: workers are told, then killed. Does not wait.
     *
     * @param AsyncCancellation|null $cancellation reason, which the futures fail with
     */
    public function cancel(?AsyncCancellation $cancellation = null): void {}

    /**
     * Wait until the pool is closed and all its jobs are over.
     *
     * @param Awaitable|null $cancellation token that limits the wait
     * @throws AwaitCancelledException when $cancellation completed first
     * @throws AsyncCancellation when the calling coroutine is cancelled
     */
    public function awaitCompletion(?Awaitable $cancellation = null): void {}

    public function isClosed(): bool {}

    /** Number of worker processes that exist. */
    public function getWorkerCount(): int {}

    /** Number of jobs that wait for a worker. */
    public function getQueuedCount(): int {}

    /** Number of jobs that workers run. */
    public function getRunningCount(): int {}
}

/**
 * The iterator that ProcessPool::map() returns. It can be read once. valid(), current(), key() and next() wait
 * for the next result, and throw the exception of its job.
 *
 * @strict-properties
 * @not-serializable
 */
final class ProcessPoolResults implements \Iterator
{
    private function __construct() {}

    public function valid(): bool {}

    public function current(): mixed {}

    public function key(): mixed {}

    public function next(): void {}

    /** @throws AsyncException when a result was taken already */
    public function rewind(): void {}
}

/**
 * A worker process of a ProcessPool has died of a job, or the job has thrown an exception that cannot be made in this
 * process: then message, code, place and previous exceptions are those of the worker.
 */
final class WorkerException extends AsyncException
{
    private ?int $signal = null;
    private ?int $exitStatus = null;
    private string $output = '';
    private ?string $originalClass = null;
    private string $originalTrace = '';

    /** Number of the signal that killed the worker, or NULL. */
    public function getSignal(): ?int {}

    /** Exit status of the worker, 255 after a fatal error; NULL when it was killed, or did not end. */
    public function getExitStatus(): ?int {}

    /** What the worker printed during the job, the last 64 KiB of it, when it has died. */
    public function getOutput(): string {}

    /** Class of the exception in the worker; NULL when the worker has died. */
    public function getOriginalClass(): ?string {}

    /** Trace of that exception as text. */
    public function getOriginalTrace(): string {}
}
