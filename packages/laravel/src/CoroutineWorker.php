<?php

declare(strict_types=1);

namespace Async\Laravel;

use Async\AsyncCancellation;
use Async\Coroutine;
use Async\Scope;
use Async\Semaphore;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Queue\Job;
use Illuminate\Contracts\Queue\Queue;
use Illuminate\Foundation\Application;
use Illuminate\Queue\Events\JobTimedOut;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;
use ReflectionMethod;
use ReflectionObject;
use Throwable;

use function Async\await;
use function Async\delay;

/**
 * A queue worker that handles several jobs at once. Each job runs in an isolated scope, with a copy of the application.
 *
 * Tries, back-off, events, signals, restarts and limits are those of Laravel's worker.
 */
class CoroutineWorker extends Worker
{
    /** A job that goes on for so many seconds after its cancellation ends the process, as in Laravel's worker. */
    private const GRACE = 5;

    private Application $application;

    private Semaphore $free;

    private Scope $scope;

    /** @var array<int, array{Job, WorkerOptions, Coroutine, float, ?Coroutine}> job, options, coroutine, last end, watcher */
    private array $running = [];

    private bool $mayGrow = false;

    /** @param int $limit so many jobs at once */
    public function runIn(Application $application, int $limit): static
    {
        $this->application = $application;
        $this->free = new Semaphore($limit);
        $this->scope = new Scope();
        $this->scope->setExceptionHandler(fn(Throwable $exception) => $this->exceptions->report($exception));
        return $this;
    }

    /** A job is taken from the queue when there is a place for it. */
    protected function getNextJob($connection, $queue)
    {
        $this->free->acquire();
        $this->mayGrow = $this->running !== [];
        try {
            return $job = parent::getNextJob($connection, $queue);
        } finally {
            isset($job) || $this->free->release();
        }
    }

    protected function runJob($job, $connectionName, WorkerOptions $options)
    {
        $id = spl_object_id($job);
        $coroutine = $this->scope->spawn(function () use ($id, $job, $connectionName, $options): void {
            try {
                Sandbox::run($this->application, function (Application $own) use ($job, $connectionName, $options): void {
                    self::giveOwn($job, $own, $connectionName);
                    $worker = clone $this;
                    $worker->cache = $this->cache === null ? null : $own->make('cache')->driver();
                    $worker->runOne($job, $connectionName, $options);
                });
            } finally {
                $this->running[$id][4]?->cancel();
                unset($this->running[$id]);
                $this->free->release();
                $this->setAlarm();
            }
        });
        $limit = (int) $this->timeoutForJob($job, $options);
        $watcher = $limit > 0 ? $this->scope->spawn($this->watch(...), $limit, $job, $options, $coroutine) : null;
        $end = $limit > 0 ? hrtime(true) / 1e9 + $limit + self::GRACE : INF;
        $this->running[$id] = [$job, $options, $coroutine, $end, $watcher];
        $this->setAlarm();
    }

    private function runOne(Job $job, string $connectionName, WorkerOptions $options): void
    {
        parent::runJob($job, $connectionName, $options);
    }

    /** A database connection counts its transactions: the queue of a job needs a connection of its own. */
    private static function giveOwn(Job $job, Application $own, string $connectionName): void
    {
        foreach ((new ReflectionObject($job))->getProperties() as $property) {
            $value = $property->isInitialized($job) ? $property->getValue($job) : null;
            if ($value instanceof Container) {
                $property->setValue($job, $own);
            } elseif ($value instanceof Queue) {
                $property->setValue($job, $own->make('queue')->connection($connectionName));
            }
        }
    }

    /** An empty queue is no reason to stop if jobs ran when it was looked at: they may put jobs there, or themselves. */
    protected function stopIfNecessary(WorkerOptions $options, ...$arguments)
    {
        // The place of this argument differs in Laravel's versions.
        $names = array_column((new ReflectionMethod(Worker::class, __FUNCTION__))->getParameters(), 'name');
        $place = array_search('job', $names, true) - 1;
        if ($this->mayGrow && !isset($arguments[$place])) {
            $arguments[array_key_exists($place, $arguments) ? $place : 'job'] = true;
        }
        return parent::stopIfNecessary($options, ...$arguments);
    }

    /** Jobs that run are finished first. */
    public function stop($status = 0, $options = null, $reason = null, ...$more)
    {
        while ($this->running !== []) {
            await(reset($this->running)[2]);
        }
        return parent::stop($status, $options, $reason, ...$more);
    }

    /* ---- time limits: a coroutine for each; an alarm for jobs that compute and let no other coroutine run ---- */

    /** Laravel's versions differ in its arguments. */
    protected function registerTimeoutHandler(...$arguments)
    {
        pcntl_signal(SIGALRM, fn() => $this->endFrozenJobs(), true);
    }

    protected function resetTimeoutHandler()
    {
    }

    private function setAlarm(): void
    {
        $end = $this->running === [] ? INF : min(array_column($this->running, 3));
        pcntl_alarm($end === INF ? 0 : (int) max(1, ceil($end - hrtime(true) / 1e9)));
    }

    private function endFrozenJobs(): void
    {
        foreach ($this->running as [$job, $options, , $end]) {
            if ($end <= hrtime(true) / 1e9) {
                $this->markLateJob($job, $options);
                $this->kill(static::$timedOutExitCode ?? static::EXIT_ERROR, $options);
            }
        }
        $this->setAlarm();
    }

    private function watch(int $seconds, Job $job, WorkerOptions $options, Coroutine $coroutine): void
    {
        delay($seconds * 1000);
        try {
            $this->markLateJob($job, $options);
        } finally {
            $coroutine->cancel(new AsyncCancellation($this->timeoutExceededException($job)->getMessage()));
        }
    }

    private function markLateJob(Job $job, WorkerOptions $options): void
    {
        $name = $job->getConnectionName();
        $exception = $this->timeoutExceededException($job);
        $this->markJobAsFailedIfWillExceedMaxAttempts($name, $job, (int) $options->maxTries, $exception);
        $this->markJobAsFailedIfWillExceedMaxExceptions($name, $job, $exception);
        $this->markJobAsFailedIfItShouldFailOnTimeout($name, $job, $exception);
        $this->events->dispatch(new JobTimedOut($name, $job));
    }
}
