<?php

declare(strict_types=1);

namespace Async\React;

use Closure;
use Fiber;
use React\Async\FiberInterface;
use Throwable;

/**
 * What React\Async\await() suspends: a fiber, as React itself does it, or the coroutine.
 *
 * @internal
 */
final class CoroutineFiber implements FiberInterface
{
    private readonly ?Fiber $fiber;

    private ?Wait $wait = null;

    private ?Closure $outcome = null;

    public function __construct(private readonly CoroutineLoop $loop)
    {
        $this->fiber = Fiber::getCurrent();
    }

    public function resume(mixed $value): void
    {
        if ($this->fiber !== null) {
            $this->fiber->resume($value);
        } else {
            $this->goOn(static fn() => $value);
        }
    }

    public function throw(Throwable $throwable): void
    {
        if ($this->fiber !== null) {
            $this->fiber->throw($throwable);
        } else {
            $this->goOn(static fn() => throw $throwable);
        }
    }

    public function suspend(): mixed
    {
        if ($this->fiber !== null) {
            return Fiber::suspend();
        }
        $this->wait = new Wait();
        try {
            $this->loop->wait($this->wait);
        } finally {
            $this->wait = null;
        }
        return ($this->outcome)();
    }

    /** A result that comes after a cancelled wait is dropped. */
    private function goOn(Closure $outcome): void
    {
        if ($this->wait !== null) {
            $this->outcome = $outcome;
            $this->loop->end($this->wait);
        }
    }
}
