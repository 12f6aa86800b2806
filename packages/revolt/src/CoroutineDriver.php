<?php

declare(strict_types=1);

namespace Async\Revolt;

use Amp\Internal\FutureState as AmpFutureState;
use Amp\Parallel\Worker\Internal\TaskSubmission;
use Async\AsyncCancellation;
use Async\AsyncException;
use Async\Coroutine;
use Async\Future;
use Async\FutureState;
use Async\Scope;
use Closure;
use Error;
use Fiber;
use ReflectionProperty;
use Revolt\EventLoop\CallbackType;
use Revolt\EventLoop\Driver;
use Revolt\EventLoop\Suspension;
use Revolt\EventLoop\UncaughtThrowable;
use WeakMap;

use function Async\currentCoroutine;
use function Async\currentScope;
use function Async\getCoroutines;

/**
 * One event loop for all coroutines.
 *
 * The loop runs in the main script while that is suspended, as on stock PHP; otherwise in a coroutine of its own as long
 * as a coroutine is suspended, or in the coroutine that calls run(). Callbacks run in the loop's coroutine, one after the
 * other, and in fibers, as on stock PHP.
 */
final class CoroutineDriver implements Driver
{
    /** AMPHP counts by these static properties. */
    private const COUNTERS = [[AmpFutureState::class, 'nextId'], [TaskSubmission::class, 'nextId']];

    private const STUCK = 'Event loop terminated without resuming the current suspension: nothing is left in the loop, and no '
        . 'other coroutine could resume it';

    /** The coroutine that runs the loop now. */
    private ?Coroutine $runner = null;

    /** run() waits for the end of the loop that runs now. */
    private ?FutureState $released = null;

    /** Does a coroutine wait in run() for the end of the loop? */
    private bool $isRun = false;

    /** The call of run() shall return. */
    private bool $isStopped = false;

    /** That of the driver for the coroutine that runs the loop: the loop runs until it is resumed. */
    private ?Suspension $untilResumed = null;

    /** @var WeakMap<Coroutine, CoroutineSuspension> */
    private WeakMap $suspensions;

    /** @var array<int, CoroutineSuspension> those whose coroutines wait now */
    private array $waiting = [];

    /** @var WeakMap<Coroutine, bool> those whose counters are as they have to be */
    private WeakMap $counted;

    private int $ranges = 0;

    private SelectDriver $driver;

    public function __construct()
    {
        $this->suspensions = new WeakMap();
        $this->counted = new WeakMap();
        $this->driver = new SelectDriver();
    }

    public function run(): void
    {
        if (Fiber::getCurrent()) {
            throw new Error($this->driver->isRunning() && $this->runner === currentCoroutine()
                ? 'The event loop is already running'
                : sprintf("Can't call %s() within a fiber (i.e., outside of {main})", __METHOD__));
        }
        if ($this->isRun) {
            throw new Error('The event loop is already running');
        }
        $this->separateCounters();
        $this->isRun = true;
        $this->isStopped = false;
        try {
            // A loop that runs for suspended coroutines ends with the last callback now.
            while ($this->runner !== null) {
                (new Future($this->released ??= new FutureState()))->await();
            }
            if (!$this->isStopped) {
                $this->runner = currentCoroutine();
                try {
                    $this->driver->run();
                } finally {
                    $this->release();
                }
            }
        } finally {
            $this->isRun = false;
            $this->runForWaiters();
        }
    }

    public function stop(): void
    {
        $this->isStopped = true;
        $this->driver->stop();
        $this->changed();
    }

    public function isRunning(): bool
    {
        return $this->driver->isRunning();
    }

    public function getSuspension(): Suspension
    {
        if (Fiber::getCurrent()) {
            return $this->driver->getSuspension();
        }
        $this->separateCounters();
        $coroutine = currentCoroutine();
        $suspension = $this->suspensions[$coroutine] ?? null;
        if ($suspension === null || $suspension->isOver()) {
            $suspension = new CoroutineSuspension($coroutine, $this->begin(...), $this->end(...));
            $this->suspensions[$coroutine] = $suspension;
        }
        return $suspension;
    }

    /**
     * Isolated scopes have their own static properties, and share the objects. Two waiters of one future would get the same
     * number by AMPHP's counter, and the future would forget the first of them. So each coroutine of such a scope goes
     * on with numbers that no other one has.
     */
    private function separateCounters(): void
    {
        try {
            $coroutine = currentCoroutine();
        } catch (AsyncException) {      // a destructor at the end of the program
            return;
        }
        if (Fiber::getCurrent() || isset($this->counted[$coroutine])) {
            return;
        }
        $this->counted[$coroutine] = true;
        if (currentScope()->isIsolated()) {
            $this->ranges++;
            foreach (self::COUNTERS as [$class, $property]) {
                class_exists($class) && property_exists($class, $property)
                    && (new ReflectionProperty($class, $property))->setValue(null, "w{$this->ranges}aaaaaaaa");
            }
        }
    }

    /* ---- the coroutine that runs the loop ---- */

    /** The coroutine is about to wait. If it is the main script, and the loop rests, it runs the loop meanwhile. */
    private function begin(CoroutineSuspension $suspension): void
    {
        $this->waiting[spl_object_id($suspension)] = $suspension;
        $coroutine = currentCoroutine();
        if ($this->runner === null && !$this->isRun && $coroutine->getId() === 1) {
            $this->runner = $coroutine;
            $this->serve($suspension);
        } else {
            $this->runForWaiters();
        }
    }

    /** The loop rests when no coroutine waits for it, as it does on stock PHP when the main script goes on. */
    private function end(CoroutineSuspension $suspension): void
    {
        unset($this->waiting[spl_object_id($suspension)]);
        $isNeeded = $this->isRun || $this->waiting !== [];
        if ($this->runner !== null && (!$isNeeded || $suspension->isOf($this->runner))) {
            $this->endTurn();
        }
    }

    private function runForWaiters(): void
    {
        if ($this->waiting !== [] && $this->runner === null && !$this->isRun) {
            $this->runner = Scope::global()->spawn($this->serve(...));
        }
    }

    private function release(): void
    {
        $this->runner = null;
        $this->released?->complete();
        $this->released = null;
    }

    /** @param ?CoroutineSuspension $own that of the coroutine that runs the loop; null: a coroutine for the loop alone */
    private function serve(?CoroutineSuspension $own = null): void
    {
        try {
            for ($isFirst = true; $this->isNeeded($own) && ($isFirst || !$this->isEmpty()); $isFirst = false) {
                $this->turn();
            }
        } catch (UncaughtThrowable $uncaught) {
            $this->report($uncaught);
        } finally {
            $this->release();
        }
        $this->failIfStuck($own === null ? 1 : 0);
        $this->isEmpty() || $this->runForWaiters();
    }

    private function isNeeded(?CoroutineSuspension $own): bool
    {
        $waits = $own === null ? $this->waiting !== [] : isset($this->waiting[spl_object_id($own)]);
        return $waits && !$this->isRun;
    }

    /** Runs the loop until endTurn(), or until nothing is left in it. */
    private function turn(): void
    {
        $this->untilResumed = $this->driver->getSuspension();
        try {
            $this->untilResumed->suspend();
        } catch (UncaughtThrowable | AsyncCancellation $exception) {
            throw $exception;
        } catch (Error $error) {
            if (!str_starts_with($error->getMessage(), 'Event loop terminated')) {
                throw $error;
            }
        } finally {
            $this->untilResumed = null;
        }
    }

    private function endTurn(): void
    {
        $suspension = $this->untilResumed;
        $this->untilResumed = null;
        $suspension?->resume();
        $this->changed();
    }

    /**
     * As on stock PHP, the main script gets the exception when it waits, or else the only coroutine that waits. Otherwise
     * the exception ends the program.
     */
    private function report(UncaughtThrowable $uncaught): void
    {
        $interruptible = [];
        foreach ($this->suspensions as $coroutine => $suspension) {
            if ($suspension->isWaiting()) {
                $interruptible[$coroutine->getId()] = $suspension;
            }
        }
        $suspension = $interruptible[1] ?? (count($interruptible) === 1 ? reset($interruptible) : throw $uncaught);
        $suspension->interrupt($uncaught);
    }

    /**
     * The loop has nothing to do any more, and there is no other coroutine that could resume those that wait.
     *
     * @param int $own the coroutines that only run the loop
     */
    private function failIfStuck(int $own): void
    {
        if ($this->runner !== null || !$this->isEmpty() || count(getCoroutines()) - $own > count($this->waiting)) {
            return;
        }
        foreach ($this->waiting as $suspension) {
            $suspension->interrupt(new Error(self::STUCK));
        }
    }

    private function isEmpty(): bool
    {
        foreach ($this->driver->getIdentifiers() as $id) {
            if ($this->driver->isEnabled($id) && $this->driver->isReferenced($id)) {
                return false;
            }
        }
        return true;
    }

    /** The loop has to look again. */
    private function changed(): void
    {
        if ($this->runner === null) {
            $this->runForWaiters();
        } elseif ($this->runner !== currentCoroutine()) {
            $this->driver->wake();
        }
    }

    private function with(string $id): string
    {
        $this->changed();
        return $id;
    }

    /* ---- what SelectDriver does ---- */

    public function queue(Closure $closure, mixed ...$args): void
    {
        $this->separateCounters();
        $this->driver->queue($closure, ...$args);
        $this->changed();
    }

    public function defer(Closure $closure): string
    {
        return $this->with($this->driver->defer($closure));
    }

    public function delay(float $delay, Closure $closure): string
    {
        return $this->with($this->driver->delay($delay, $closure));
    }

    public function repeat(float $interval, Closure $closure): string
    {
        return $this->with($this->driver->repeat($interval, $closure));
    }

    public function onReadable(mixed $stream, Closure $closure): string
    {
        return $this->with($this->driver->onReadable($stream, $closure));
    }

    public function onWritable(mixed $stream, Closure $closure): string
    {
        return $this->with($this->driver->onWritable($stream, $closure));
    }

    public function onSignal(int $signal, Closure $closure): string
    {
        return $this->with($this->driver->onSignal($signal, $closure));
    }

    public function enable(string $callbackId): string
    {
        return $this->with($this->driver->enable($callbackId));
    }

    public function cancel(string $callbackId): void
    {
        $this->driver->cancel($callbackId);
        $this->changed();
    }

    public function disable(string $callbackId): string
    {
        return $this->with($this->driver->disable($callbackId));
    }

    public function reference(string $callbackId): string
    {
        return $this->with($this->driver->reference($callbackId));
    }

    public function unreference(string $callbackId): string
    {
        return $this->with($this->driver->unreference($callbackId));
    }

    public function setErrorHandler(?Closure $errorHandler): void
    {
        $this->driver->setErrorHandler($errorHandler);
    }

    public function getErrorHandler(): ?Closure
    {
        return $this->driver->getErrorHandler();
    }

    public function getHandle(): mixed
    {
        return $this->driver->getHandle();
    }

    public function getIdentifiers(): array
    {
        return $this->driver->getIdentifiers();
    }

    public function getType(string $callbackId): CallbackType
    {
        return $this->driver->getType($callbackId);
    }

    public function isEnabled(string $callbackId): bool
    {
        return $this->driver->isEnabled($callbackId);
    }

    public function isReferenced(string $callbackId): bool
    {
        return $this->driver->isReferenced($callbackId);
    }

    public function __debugInfo(): array
    {
        return $this->driver->__debugInfo();
    }

    public function __serialize(): never
    {
        throw new Error(self::class . ' does not support serialization');
    }

    public function __unserialize(array $data): never
    {
        throw new Error(self::class . ' does not support deserialization');
    }
}
