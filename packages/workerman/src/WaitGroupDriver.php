<?php

declare(strict_types=1);

namespace Async\Workerman;

use Async\AwaitCancelledException;
use Async\Future;
use Async\FutureState;
use Workerman\Coroutine\WaitGroup\WaitGroupInterface;

/**
 * What Workerman\Coroutine\WaitGroup counts with. Any number of coroutines may wait.
 *
 * @internal
 */
final class WaitGroupDriver implements WaitGroupInterface
{
    private int $count = 0;

    /** Completed when the count comes to zero; NULL: no coroutine waits. */
    private ?FutureState $zero = null;

    public function add(int $delta = 1): bool
    {
        $this->count += max($delta, 1);
        return true;
    }

    public function done(): bool
    {
        if ($this->count > 0 && --$this->count === 0) {
            $this->zero?->complete();
            $this->zero = null;
        }
        return true;
    }

    public function count(): int
    {
        return $this->count;
    }

    /** False: the time is over. */
    public function wait(int|float $timeout = -1): bool
    {
        if ($this->count === 0 || $timeout == 0) {
            return $this->count === 0;
        }
        $this->zero ??= new FutureState();
        try {
            (new Future($this->zero))->await(ChannelDriver::limit($timeout));
            return true;
        } catch (AwaitCancelledException) {
            return false;
        }
    }
}
