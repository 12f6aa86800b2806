<?php

declare(strict_types=1);

namespace Async\Laravel;

use Illuminate\Queue\Worker;
use Illuminate\Support\ServiceProvider as Provider;
use ReflectionClass;

/** With ASYNC_QUEUE_JOBS=20 in the environment `artisan queue:work` handles 20 jobs at once. */
final class ServiceProvider extends Provider
{
    public function register(): void
    {
        $limit = (int) env('ASYNC_QUEUE_JOBS', 1);
        if ($limit > 1 && extension_loaded('async')) {
            $this->app->extend('queue.worker', fn(Worker $worker): Worker => $this->several($worker, $limit));
        }
    }

    /** The same worker with another class: its constructor's arguments are Laravel's own business. */
    private function several(Worker $worker, int $limit): CoroutineWorker
    {
        $several = (new ReflectionClass(CoroutineWorker::class))->newInstanceWithoutConstructor();
        foreach ((new ReflectionClass(Worker::class))->getProperties() as $property) {
            if (!$property->isStatic() && $property->isInitialized($worker)) {
                $property->setValue($several, $property->getValue($worker));
            }
        }
        return $several->runIn($this->app, $limit);
    }
}
