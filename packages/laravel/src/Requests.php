<?php

declare(strict_types=1);

namespace Async\Laravel;

use Async\Semaphore;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** Handles requests of an application, many at once: each in an isolated scope, with a copy of the application. */
final class Requests
{
    private readonly Semaphore $limit;

    /** @param int $limit so many requests at once, and at most so many connections of each database; others wait */
    public function __construct(private readonly Application $application, int $limit = 50)
    {
        $this->limit = new Semaphore($limit);
        $application->make(Kernel::class)->bootstrap();
        $application->make('router');
        $application->make('db');
    }

    public function handle(Request $request): Response
    {
        return $this->limit->run(fn() => Sandbox::run($this->application, static function (Application $own) use ($request) {
            $kernel = $own->make(Kernel::class);
            $response = $kernel->handle($request);
            $kernel->terminate($request, $response);
            return $response;
        }));
    }
}
