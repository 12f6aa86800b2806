<?php

declare(strict_types=1);

namespace Async\Workerman;

use Async\{AsyncCancellation, AwaitCancelledException, Coroutine, Future, FutureState, Scope, SignalWatcher};
use Closure;
use ReflectionFunction;
use Throwable;
use Workerman\Events\EventInterface;
use Workerman\Worker;

use function Async\{awaitAll, currentCoroutine, delay, signals, suspend, timeout};

/**
 * Workerman's event loop: each callback runs in a coroutine of its own.
 *
 * Each stream, each timer and each signal has a coroutine that waits, and starts the callbacks. The callbacks of one
 * stream run one after the other, so that messages of a connection are handled in order. Those of a server socket, a
 * timer or a signal may overlap.
 */
final class CoroutineEvent implements EventInterface
{
    private readonly Scope $scope;

    private bool $isStopped = false;

    /** Completed when stop() has done its work. */
    private readonly FutureState $end;

    /** @var array<string, callable> the callbacks of streams, by r or w with the number of the stream */
    private array $watched = [];

    /** @var array<string, Coroutine> those that wait for streams */
    private array $watchers = [];

    /** @var array<string, true> the streams whose callbacks run now, without server sockets */
    private array $busy = [];

    /** @var array<int, Coroutine> those that wait for timers */
    private array $timers = [];

    /** @var array<int, SignalWatcher> */
    private array $signals = [];

    private int $lastTimer = 0;

    /** One for all: the trace of a new one could keep a connection alive, until the garbage collector runs. */
    private readonly AsyncCancellation $isOff;

    /** @var ?callable */
    private $errorHandler = null;

    public function __construct()
    {
        $this->end = new FutureState();
        $this->isOff = new AsyncCancellation('The event loop does not wait for it any more');
        $this->scope = new Scope();
        $this->scope->setExceptionHandler($this->report(...));      // of coroutines that callbacks spawn
        Drivers::install($this->scope);
    }

    public function run(): void
    {
        // An empty loop goes on, too.
        $this->isStopped || $this->watchers[''] = $this->scope->spawn(delay(...), 1 << 40);
        (new Future($this->end))->await();
    }

    /** Callbacks that run have 0.2 s to end, and as long for their clean-up after they are cancelled. */
    public function stop(): void
    {
        if ($this->isStopped) {
            return;
        }
        $this->isStopped = true;
        $this->deleteAllTimer();
        array_map($this->offSignal(...), array_keys($this->signals));
        array_map($this->unwatch(...), ['', ...array_keys($this->watched)]);
        try {
            $this->awaitOthers(false);
            $this->awaitOthers(true);
        } finally {
            $this->end->complete();
        }
    }

    public function delay(float $delay, callable $func, array $args = []): int
    {
        return $this->startTimer(false, $delay, $func, $args);
    }

    public function repeat(float $interval, callable $func, array $args = []): int
    {
        return $this->startTimer(true, $interval, $func, $args);
    }

    public function offDelay(int $timerId): bool
    {
        return $this->off($this->timers, $timerId);
    }

    public function offRepeat(int $timerId): bool
    {
        return $this->off($this->timers, $timerId);
    }

    public function deleteAllTimer(): void
    {
        array_map($this->offDelay(...), array_keys($this->timers));
    }

    public function getTimerCount(): int
    {
        return count($this->timers);
    }

    public function onReadable($stream, callable $func): void
    {
        $this->watch('r', $stream, $func);
    }

    public function offReadable($stream): bool
    {
        return $this->unwatch('r' . (int) $stream);
    }

    public function onWritable($stream, callable $func): void
    {
        $this->watch('w', $stream, $func);
    }

    public function offWritable($stream): bool
    {
        return $this->unwatch('w' . (int) $stream);
    }

    public function onSignal(int $signal, callable $func): void
    {
        $this->offSignal($signal);
        // Drops the handler of the master process. offSignal() gives this disposition back.
        function_exists('pcntl_signal') && pcntl_signal($signal, SIG_IGN);
        $this->signals[$signal] = $watcher = signals($signal);
        $this->scope->spawn(function () use ($watcher, $func): void {
            foreach ($watcher as $signal) {
                $this->scope->spawn($this->call(...), $func, [$signal]);
            }
        });
    }

    public function offSignal(int $signal): bool
    {
        $watcher = $this->signals[$signal] ?? null;
        unset($this->signals[$signal]);
        $watcher?->close();
        return $watcher !== null;
    }

    public function setErrorHandler(callable $errorHandler): void
    {
        $this->errorHandler = $errorHandler;
    }

    private function startTimer(bool $isRepeated, float $seconds, callable $func, array $args): int
    {
        $id = ++$this->lastTimer;
        $milliseconds = max(1, (int) ceil($seconds * 1000));
        $wait = function () use ($id, $isRepeated, $milliseconds, $func, $args): void {
            for (delay($milliseconds); $isRepeated; delay($milliseconds)) {
                $this->scope->spawn($this->call(...), $func, $args, currentCoroutine());
            }
            unset($this->timers[$id]);
            $this->call($func, $args);
        };
        $this->isStopped || $this->timers[$id] = $this->scope->spawn($wait);
        return $id;
    }

    private function watch(string $kind, mixed $stream, callable $func): void
    {
        $key = $kind . (int) $stream;
        $this->unwatch($key);
        $this->watched[$key] = $func;
        if ($func instanceof Closure && (new ReflectionFunction($func))->getClosureThis() instanceof Worker) {
            $this->watchers[$key] = $this->scope->spawn($this->accept(...), $stream, $func);
        } elseif (!isset($this->busy[$key])) {
            $this->watchers[$key] = $this->scope->spawn($this->serve(...), $key, $stream);
        }
    }

    private function unwatch(string $key): bool
    {
        $this->off($this->watchers, $key);
        $isWatched = isset($this->watched[$key]);
        unset($this->watched[$key]);
        return $isWatched;
    }

    /** For a server socket: the next client need not wait for the callback. */
    private function accept(mixed $stream, callable $func): void
    {
        while (self::isReady('r', $stream)) {
            $this->scope->spawn($this->call(...), $func, [$stream], currentCoroutine());
            suspend();
        }
    }

    /** Waits for the stream, and then is the coroutine of the callback. At the end another coroutine waits. */
    private function serve(string $key, mixed $stream): void
    {
        if (!self::isReady($key[0], $stream)) {
            return;
        }
        unset($this->watchers[$key]);
        $this->busy[$key] = true;
        try {
            $this->call($this->watched[$key], [$stream]);
        } finally {
            unset($this->busy[$key]);
            if (isset($this->watched[$key])) {
                $this->watchers[$key] = $this->scope->spawn($this->serve(...), $key, $stream);
            }
        }
    }

    /** Waits. False: the stream is closed, or its number is too high. */
    private static function isReady(string $kind, mixed $stream): bool
    {
        while (is_resource($stream)) {
            [$read, $write, $none] = $kind === 'r' ? [[$stream], [], null] : [[], [$stream], null];
            error_clear_last();
            if (@stream_select($read, $write, $none, null) !== false) {
                return true;
            }
            $message = error_get_last()['message'] ?? 'stream_select() failed';
            if (!str_contains($message, '[4]')) {       // EINTR: a handler of pcntl_signal() has run
                trigger_error("The event loop cannot wait for a stream: $message", E_USER_WARNING);
                break;
            }
        }
        return false;
    }

    /** @param ?Coroutine $origin what waited for the event: cancelled when the event is not wanted any more */
    private function call(callable $func, array $args, ?Coroutine $origin = null): void
    {
        try {
            $origin?->isCancellationRequested() || $func(...$args);
        } catch (Throwable $exception) {
            $isCancelled = $exception instanceof AsyncCancellation && currentCoroutine()->isCancellationRequested();
            $isCancelled ? throw $exception : $this->report($exception);
        }
    }

    private function awaitOthers(bool $cancels): void
    {
        $own = currentCoroutine();
        $others = array_filter($this->scope->getCoroutines(), static fn(Coroutine $other): bool => $other !== $own);
        $cancels && array_map(static fn(Coroutine $other) => $other->cancel(), $others);
        try {
            awaitAll($others, timeout(200));
        } catch (AwaitCancelledException) {
        }
    }

    private function report(Throwable $exception): void
    {
        $this->errorHandler === null ? print($exception) : ($this->errorHandler)($exception);
    }

    private function off(array &$coroutines, int|string $key): bool
    {
        $coroutine = $coroutines[$key] ?? null;
        unset($coroutines[$key]);
        $coroutine?->cancel($this->isOff);
        return $coroutine !== null;
    }
}
