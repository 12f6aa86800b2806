<?php

declare(strict_types=1);

namespace Async\React;

use Async\Coroutine;
use Async\Future;
use Async\FutureState;
use Throwable;

/**
 * A coroutine that waits for the loop: for the result of a promise, or in run() for the end of the loop.
 *
 * @internal
 */
final class Wait
{
    /** Set while it waits; null after the asynchronous part of the program, too. */
    public ?Coroutine $coroutine = null;

    private ?FutureState $parked = null;

    public function __construct(public readonly bool $isRun = false) {}

    public function park(): void
    {
        $this->parked = new FutureState();
        (new Future($this->parked))->await();
    }

    public function end(): void
    {
        $this->parked?->complete();
    }

    public function fail(Throwable $throwable): void
    {
        $this->parked?->error($throwable);
    }

    public function isOfMainScript(): bool
    {
        return $this->coroutine?->getId() === 1;
    }
}
