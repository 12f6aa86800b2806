<?php

declare(strict_types=1);

namespace Async\Workerman;

use Async\AsyncException;
use Async\Coroutine;
use Async\Future;
use Async\FutureState;
use Async\Scope;
use Fiber;
use RuntimeException;
use Throwable;
use WeakMap;
use Workerman\Coroutine\Coroutine\CoroutineInterface;
use Workerman\Coroutine\Utils\DestructionWatcher;

use function Async\currentCoroutine;
use function Async\suspend;

/**
 * What Workerman\Coroutine makes: one of our coroutines. It runs at once, until it waits; others may run before its
 * creator goes on.
 *
 * @internal
 */
final class CoroutineDriver implements CoroutineInterface
{
    private static Scope $scope;

    /** The one in which the event loop runs, and onWorkerStart in a fiber. */
    private static Coroutine $main;

    /** @var WeakMap<Coroutine, self> an object here must not know its key, which would keep both for ever */
    private static WeakMap $drivers;

    /** @var ?callable */
    private $callable;

    private int $id = 0;

    /** Completed by resume(); NULL: it is not in suspend(). */
    private ?FutureState $pause = null;

    /** What suspend() was called with, for start() or resume(). */
    private mixed $given = null;

    private bool $letsRun = false;

    /** @var list<callable> */
    private array $deferred = [];

    /** Does its coroutine call them itself? */
    private bool $callsDeferred = false;

    public function __construct(?callable $callable = null)
    {
        $this->callable = $callable;
    }

    public static function install(Scope $scope): void
    {
        self::$scope = $scope;
        self::$main = currentCoroutine();
        self::$drivers = new WeakMap();
    }

    public static function create(callable $callable, ...$args): CoroutineInterface
    {
        $driver = new self($callable);
        $driver->start(...$args);
        return $driver;
    }

    public function start(mixed ...$args): mixed
    {
        $callable = $this->callable ?? throw new RuntimeException('The coroutine has been started');
        $this->callable = null;
        $this->callsDeferred = true;
        $this->belongTo(self::$scope->spawn(function () use ($callable, $args): void {
            try {
                $callable(...$args);
            } finally {
                $this->callDeferred();
            }
        }));
        return $this->letRun();
    }

    public function resume(mixed ...$args): mixed
    {
        $pause = $this->pause ?? throw new RuntimeException('The coroutine is not in suspend()');
        $this->pause = null;
        $pause->complete($args[0] ?? null);
        return $this->letRun();
    }

    public static function suspend(mixed $value = null): mixed
    {
        $driver = self::getCurrent();
        $driver->given = $value;
        $driver->pause = $pause = new FutureState();
        try {
            return (new Future($pause))->await();
        } finally {
            $driver->pause === $pause && $driver->pause = null;         // it was cancelled
        }
    }

    public function id(): int
    {
        return $this->id;
    }

    /** The last one is called first, at the end of the coroutine; after the end of one that Workerman has not made. */
    public static function defer(callable $callable): void
    {
        if ($fiber = Fiber::getCurrent()) {
            DestructionWatcher::watch($fiber, $callable);
            return;
        }
        self::isCoroutine() || throw new RuntimeException('defer() belongs into a coroutine');
        $driver = self::getCurrent();
        if (!$driver->callsDeferred) {
            $driver->callsDeferred = true;
            currentCoroutine()->onFinally($driver->callDeferred(...));
        }
        $driver->deferred[] = $callable;
    }

    public static function getCurrent(): CoroutineInterface
    {
        $coroutine = currentCoroutine();
        if (!isset(self::$drivers[$coroutine])) {
            (new self())->belongTo($coroutine);
        }
        return self::$drivers[$coroutine];
    }

    public static function isCoroutine(): bool
    {
        try {
            return Fiber::getCurrent() !== null || currentCoroutine() !== self::$main;
        } catch (AsyncException) {
            return false;           // at the end of the process
        }
    }

    private function belongTo(Coroutine $coroutine): void
    {
        $this->id = $coroutine->getId();
        self::$drivers[$coroutine] = $this;
    }

    /** Until it waits or ends. It does not wait while it lets another one run. */
    private function letRun(): mixed
    {
        $own = self::getCurrent();
        $own->letsRun = true;
        try {
            do {
                suspend();
            } while ($this->letsRun);
        } finally {
            $own->letsRun = false;
        }
        $given = $this->given;
        $this->given = null;
        return $given;
    }

    private function callDeferred(): void
    {
        $failure = null;
        while ($callable = array_pop($this->deferred)) {
            try {
                $callable();
            } catch (Throwable $exception) {
                $failure ??= $exception;
            }
        }
        $failure && throw $failure;
    }
}
