<?php

declare(strict_types=1);

namespace Async\Workerman;

use Async\AwaitCancelledException;
use Async\Future;
use Async\FutureState;
use Workerman\Coroutine\Barrier\BarrierInterface;

/**
 * A barrier of Workerman: it is released when the last coroutine that has the object has dropped it.
 *
 * @internal
 */
final class BarrierDriver implements BarrierInterface
{
    private readonly FutureState $released;

    private function __construct()
    {
        $this->released = new FutureState();
    }

    public function __destruct()
    {
        $this->released->complete();
    }

    public static function create(): object
    {
        return new self();
    }

    public static function wait(object &$barrier, int $timeout = -1): void
    {
        $released = new Future($barrier->released);
        $barrier = null;
        try {
            $released->await(ChannelDriver::limit($timeout));
        } catch (AwaitCancelledException) {
        }
    }
}
