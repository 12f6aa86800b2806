<?php

declare(strict_types=1);

namespace Async\React;

use Async\AsyncException;
use Async\Coroutine;
use Async\Scope;
use React\EventLoop\LoopInterface;
use React\EventLoop\Timer\Timer;
use React\EventLoop\TimerInterface;
use Throwable;

use function Async\currentCoroutine;
use function Async\getCoroutines;

/**
 * One event loop for all coroutines.
 *
 * The loop runs in the main script while that waits for a promise, and in the coroutine that calls run(), as on stock PHP.
 * Otherwise it has a coroutine of its own as long as a coroutine waits for it. What is left at the end of the main script
 * runs to its end, as on stock PHP.
 */
final class CoroutineLoop implements LoopInterface
{
    private const FATAL = E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

    /** The coroutine that runs the loop now. */
    private ?Coroutine $runner = null;

    /** @var array<int, Wait> those that wait now */
    private array $waits = [];

    /** The main script ends without running the loop: run() or stop() was called. */
    private bool $isUpToCaller = false;

    private bool $isUsed = false;

    /** No coroutine can wait any more: the loop runs as on stock PHP. */
    private bool $isOver = false;

    /** The loop was last ended by an exception of a listener. As on stock PHP, its rest does not run then. */
    private bool $hasThrown = false;

    private readonly Turns $turns;

    public function __construct()
    {
        $this->turns = new Turns();
        register_shutdown_function(function (): void {      // after exit(), and for what shutdown functions begin
            $this->isOver = true;
            $this->runner = null;
            $this->waits = [];
            $this->runRest();
        });
    }

    public function run(): void
    {
        $this->isUpToCaller = true;
        $this->wait(new Wait(isRun: true));
    }

    public function stop(): void
    {
        $this->isUpToCaller = true;
        $this->endRuns();
    }

    /** Returns after end(); that of run() also when the loop is empty. */
    public function wait(Wait $wait): void
    {
        $wait->coroutine = $current = $this->current();
        $this->waits[spl_object_id($wait)] = $wait;
        $isNested = $current !== null && $this->runner === $current;
        try {
            if ($isNested || $this->runner === null && ($wait->isRun || $this->isOver || $wait->isOfMainScript())) {
                $this->serve($wait);
            }
            if ($this->isWaiting($wait)) {
                $isNested && $this->runner = null;
                $this->runForWaiters();
                $wait->park();
            }
        } finally {
            $wait->coroutine = null;
            unset($this->waits[spl_object_id($wait)]);
            if ($isNested) {
                $this->runner ??= $current;
            }
            $this->changed();
        }
    }

    public function end(Wait $wait): void
    {
        if ($this->isWaiting($wait)) {
            unset($this->waits[spl_object_id($wait)]);
            $wait->end();
            $this->changed();
        }
    }

    /* ---- the coroutine that runs the loop ---- */

    /** Runs the loop until this wait is over, or the loop is empty. Null: a coroutine for the loop alone. */
    private function serve(?Wait $own): void
    {
        $before = $own === null ? null : $this->runner;
        $this->runner = $current = $this->current();
        try {
            while ($this->runner === $current && $this->isNeeded($own)) {
                if ($this->turns->areOver()) {
                    $this->endRuns();
                    break;
                }
                $this->hasThrown = false;
                $this->turns->turn(fn(): bool => $this->isNeeded($own));
            }
        } catch (Throwable $exception) {
            $this->hasThrown = true;
            $own === null ? $this->report($exception) : throw $exception;
        } finally {
            if ($this->runner === $current) {
                $this->runner = $before;
            }
            $before === null && $this->changed();
        }
    }

    private function isNeeded(?Wait $own): bool
    {
        return $own === null ? $this->waits !== [] : $this->isWaiting($own);
    }

    private function isWaiting(Wait $wait): bool
    {
        return isset($this->waits[spl_object_id($wait)]);
    }

    private function endRuns(): void
    {
        foreach ($this->waits as $wait) {
            $wait->isRun && $this->end($wait);
        }
    }

    private function runForWaiters(): void
    {
        if ($this->runner === null && $this->waits !== [] && !$this->isOver && !$this->turns->areOver()) {
            $this->runner = Scope::global()->spawn($this->serve(...), null);
        }
    }

    /**
     * As on stock PHP, the main script gets the exception when it waits, or else the only coroutine that waits. Otherwise
     * the exception ends the program.
     */
    private function report(Throwable $exception): void
    {
        foreach ($this->waits as $id => $wait) {
            if ($wait->isOfMainScript() || count($this->waits) === 1) {
                unset($this->waits[$id]);
                $wait->fail($exception);
                return;
            }
        }
        throw $exception;
    }

    private function current(): ?Coroutine
    {
        return $this->isOver ? null : currentCoroutine();
    }

    /** There is something new in the loop, or fewer coroutines wait. */
    private function changed(): void
    {
        $this->runner === null ? $this->runForWaiters() : $this->turns->wake();
    }

    /* ---- the end of the main script ---- */

    /** The first use of the loop: what is left in it when the main script ends shall run then. */
    private function used(): void
    {
        if (!$this->isUsed && !$this->isOver) {
            $this->isUsed = true;
            $main = array_filter(getCoroutines(), static fn(Coroutine $coroutine): bool => $coroutine->getId() === 1);
            if ($main === []) {
                $this->mainHasEnded();
            } else {
                // Its context ends in the main script, where error_get_last() is that of the main script.
                reset($main)->getContext()->set($this, new AtEnd($this->mainHasEnded(...)));
            }
        }
        $this->changed();
    }

    private function mainHasEnded(): void
    {
        try {
            currentCoroutine();
        } catch (AsyncException) {          // after exit()
            return;
        }
        // When an exception has ended it, the shutdown function decides: a handler may have taken the exception.
        if (!$this->hasFailed()) {
            Scope::global()->spawn($this->runRest(...));
        }
    }

    private function runRest(): void
    {
        if (!$this->isUpToCaller && !$this->hasThrown && !$this->hasFailed() && !$this->turns->areOver()) {
            $this->wait(new Wait(isRun: true));
        }
    }

    private function hasFailed(): bool
    {
        return ((error_get_last()['type'] ?? 0) & self::FATAL) !== 0;
    }

    /* ---- what is in the loop ---- */

    public function addReadStream($stream, $listener): void
    {
        $this->turns->readers[(int) $stream] ??= [$stream, $listener];
        $this->used();
    }

    public function addWriteStream($stream, $listener): void
    {
        $this->turns->writers[(int) $stream] ??= [$stream, $listener];
        $this->used();
    }

    public function removeReadStream($stream): void
    {
        unset($this->turns->readers[(int) $stream]);
        $this->changed();
    }

    public function removeWriteStream($stream): void
    {
        unset($this->turns->writers[(int) $stream]);
        $this->changed();
    }

    public function addTimer($interval, $callback): TimerInterface
    {
        $timer = new Timer($interval, $callback, false);
        $this->turns->timers->add($timer);
        $this->used();
        return $timer;
    }

    public function addPeriodicTimer($interval, $callback): TimerInterface
    {
        $timer = new Timer($interval, $callback, true);
        $this->turns->timers->add($timer);
        $this->used();
        return $timer;
    }

    public function cancelTimer(TimerInterface $timer): void
    {
        $this->turns->timers->cancel($timer);
        $this->changed();
    }

    public function futureTick($listener): void
    {
        $this->turns->ticks->enqueue($listener);
        $this->used();
    }

    public function addSignal($signal, $listener): void
    {
        $this->turns->addSignal($signal, $listener);
        $this->used();
    }

    public function removeSignal($signal, $listener): void
    {
        $this->turns->removeSignal($signal, $listener);
        $this->changed();
    }
}
