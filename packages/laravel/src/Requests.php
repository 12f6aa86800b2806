<?php

declare(strict_types=1);

namespace Async\Laravel;

use Async\HttpFoundation\IsolatedRequest;
use Async\Semaphore;
use Closure;
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

    /**
     * A cancelled request ends before this call does. exit() ends the request alone: when the kernel has not answered
     * yet, the response is what was printed, with the status and the headers that PHP's functions have set.
     */
    public function handle(Request $request): Response
    {
        return $this->limit->run(fn(): Response => Sandbox::lend(
            $this->application,
            static fn(Closure $inCopy): Response => IsolatedRequest::run(static fn(Closure $answer) => $inCopy(
                static fn(Application $own) => self::answer($own, $request, $answer),
            )),
        ));
    }

    private static function answer(Application $application, Request $request, Closure $answer): void
    {
        $kernel = $application->make(Kernel::class);
        $response = $kernel->handle($request);
        $answer($response);
        $kernel->terminate($request, $response);
    }
}
