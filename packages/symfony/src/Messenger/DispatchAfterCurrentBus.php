<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\Coroutine;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Middleware\DispatchAfterCurrentBusMiddleware;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;

use function Async\currentCoroutine;

/**
 * Messenger's middleware of the same name, one for each coroutine: what one message has queued until its end is not
 * dispatched at the end of another message, nor dropped when another one fails.
 */
final class DispatchAfterCurrentBus implements MiddlewareInterface
{
    /** @var \WeakMap<Coroutine, DispatchAfterCurrentBusMiddleware> */
    private \WeakMap $middlewares;

    public function __construct()
    {
        $this->middlewares = new \WeakMap();
    }

    public function handle(Envelope $envelope, StackInterface $stack): Envelope
    {
        $middleware = $this->middlewares[currentCoroutine()] ??= new DispatchAfterCurrentBusMiddleware();

        return $middleware->handle($envelope, $stack);
    }
}
