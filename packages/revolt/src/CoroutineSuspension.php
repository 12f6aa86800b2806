<?php

declare(strict_types=1);

namespace Async\Revolt;

use Async\Coroutine;
use Async\Future;
use Async\FutureState;
use Closure;
use Error;
use Fiber;
use Revolt\EventLoop\Suspension;
use Throwable;
use WeakReference;

use function Async\currentCoroutine;

/**
 * Suspends one coroutine. It may be used many times, one after the other.
 *
 * @implements Suspension<mixed>
 */
final class CoroutineSuspension implements Suspension
{
    /** @var WeakReference<Coroutine> */
    private readonly WeakReference $coroutine;

    private bool $isPending = false;

    /** The coroutine is parked, and waits for this. */
    private ?FutureState $parked = null;

    /** What suspend() does when the coroutine goes on: it returns a value, or it throws. */
    private ?Closure $outcome = null;

    /** Why this suspension is of no use any more. A resume that comes later is meant for its last wait: it is ignored. */
    private ?string $isOver = null;

    /**
     * @param Closure(self): void $begin the coroutine is about to wait; the call may run the loop until the wait is over
     * @param Closure(self): void $end the wait is over
     */
    public function __construct(
        Coroutine $coroutine,
        private readonly Closure $begin,
        private readonly Closure $end,
    ) {
        $this->coroutine = WeakReference::create($coroutine);
    }

    public function suspend(): mixed
    {
        if ($this->isOver !== null) {
            throw new Error("Suspension cannot be suspended after $this->isOver; get a new one by getSuspension()");
        }
        if ($this->isPending) {
            throw new Error('Must call resume() or throw() before calling suspend() again');
        }
        if (Fiber::getCurrent() || !$this->isOf(currentCoroutine())) {
            throw new Error('Must not call suspend() from another fiber');
        }
        $this->isPending = true;
        try {
            ($this->begin)($this);
            if ($this->isPending) {
                $this->parked = new FutureState();
                (new Future($this->parked))->await();
            }
            return ($this->outcome)();
        } finally {
            $this->outcome = $this->parked = null;
            if ($this->isPending) {
                $this->isPending = false;
                $this->isOver = 'its wait was cancelled';
                ($this->end)($this);
            }
        }
    }

    public function resume(mixed $value = null): void
    {
        $this->goOn('resume', static fn() => $value);
    }

    public function throw(Throwable $throwable): void
    {
        $this->goOn('throw', static fn() => throw $throwable);
    }

    /** In suspend(); it may have been resumed, and goes on later. */
    public function isWaiting(): bool
    {
        return $this->isPending || $this->outcome !== null;
    }

    /** The coroutine waits: this exception is more important than what it was to get. */
    public function interrupt(Throwable $throwable): void
    {
        if ($this->isPending) {
            $this->throw($throwable);
            $this->isOver = 'an uncaught exception is thrown from the event loop';
        } else {
            $this->outcome = static fn() => throw $throwable;
        }
    }

    public function isOf(?Coroutine $coroutine): bool
    {
        return $coroutine !== null && $this->coroutine->get() === $coroutine;
    }

    public function isOver(): bool
    {
        return $this->isOver !== null;
    }

    private function goOn(string $method, Closure $outcome): void
    {
        if ($this->isOver !== null) {
            return;
        }
        if (!$this->isPending) {
            throw new Error("Must call suspend() before calling $method()");
        }
        $this->isPending = false;
        $this->outcome = $outcome;
        ($this->end)($this);
        $this->parked?->complete();
    }
}
