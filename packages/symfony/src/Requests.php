<?php

declare(strict_types=1);

namespace Async\Symfony;

use Async\HttpFoundation\IsolatedRequest;
use Async\Semaphore;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Kernel;

/**
 * Handles requests of an application, many at once: each in an isolated scope, with a kernel and a container of its
 * own.
 *
 * The services of a request are made for it and end with it, as under php-fpm; the classes are loaded once, and so is
 * the compiled container.
 */
final class Requests
{
    private readonly Semaphore $limit;

    /** @param int $limit so many requests at once; others wait */
    public function __construct(private readonly Kernel $kernel, int $limit = 50)
    {
        $this->limit = new Semaphore($limit);
        // The container is compiled, if it must be, before several requests want it.
        $kernel->boot();
        StreamWrappers::register();
    }

    /**
     * A cancelled request ends before this call does. exit() ends the request alone: when the kernel has not answered
     * yet, the response is what was printed, with the status and the headers that PHP's functions have set.
     *
     * @param \Closure(Response): mixed|null $send sends the response from inside of the request, as a streamed response
     *     needs it, before the kernel terminates
     */
    public function handle(Request $request, ?\Closure $send = null): Response
    {
        return $this->limit->run(fn(): Response => IsolatedRequest::run(
            fn(\Closure $answer) => $this->handleIsolated($request, $send, $answer),
        ));
    }

    private function handleIsolated(Request $request, ?\Closure $send, \Closure $answer): void
    {
        $kernel = clone $this->kernel;
        try {
            $response = $kernel->handle($request);
            $answer($response);
            $send && $send($response);
            $kernel->terminate($request, $response);
        } finally {
            $kernel->shutdown();
        }
    }
}
