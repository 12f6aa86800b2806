<?php

declare(strict_types=1);

namespace Async\React;

use BadMethodCallException;
use Closure;
use React\EventLoop\SignalsHandler;
use React\EventLoop\Timer\Timers;
use RuntimeException;
use SplQueue;

/**
 * What is in the loop, and one turn of it.
 *
 * A turn waits by stream_select(), which lets other coroutines run; they may end the wait by wake(). React's own loop of
 * that kind has an error handler of its own while it waits. All coroutines share the error handlers: the warnings of the
 * others would go there, and it would take away a handler that another coroutine has set.
 *
 * @internal
 */
final class Turns
{
    /** @var SplQueue<callable> */
    public readonly SplQueue $ticks;

    public readonly Timers $timers;

    /** @var array<int, array{resource, callable}> by the number of the stream */
    public array $readers = [];

    /** @var array<int, array{resource, callable}> */
    public array $writers = [];

    private readonly SignalsHandler $signals;

    /** @var ?array{resource, resource} what is written to the second one ends the wait; made by the first wait */
    private ?array $pair = null;

    private bool $isWaiting = false;

    private bool $isWoken = false;

    public function __construct()
    {
        $this->ticks = new SplQueue();
        $this->timers = new Timers();
        $this->signals = new SignalsHandler();
    }

    public function areOver(): bool
    {
        return $this->ticks->isEmpty() && $this->timers->isEmpty() && $this->readers === [] && $this->writers === []
            && $this->signals->isEmpty();
    }

    /** @param Closure(): bool $mayWait asked after ticks and timers */
    public function turn(Closure $mayWait): void
    {
        for ($left = $this->ticks->count(); $left > 0 && !$this->ticks->isEmpty(); $left--) {
            ($this->ticks->dequeue())();
        }
        $this->timers->tick();
        if (!$this->areOver()) {
            $this->select($this->ticks->isEmpty() && $mayWait());
        }
    }

    /** Ends the wait of the loop. */
    public function wake(): void
    {
        if ($this->isWaiting && !$this->isWoken) {
            $this->isWoken = true;
            fwrite($this->pair[1], '.');
        }
    }

    public function addSignal(int $signal, callable $listener): void
    {
        if (!function_exists('pcntl_signal')) {
            throw new BadMethodCallException('Event loop feature "signals" needs the extension pcntl');
        }
        pcntl_async_signals(true);
        $isFirst = $this->signals->count($signal) === 0;
        $this->signals->add($signal, $listener);
        if ($isFirst) {
            pcntl_signal($signal, [$this->signals, 'call']);
        }
    }

    public function removeSignal(int $signal, callable $listener): void
    {
        if ($this->signals->count($signal) > 0) {
            $this->signals->remove($signal, $listener);
            if ($this->signals->count($signal) === 0) {
                pcntl_signal($signal, SIG_DFL);
            }
        }
    }

    private function select(bool $waits): void
    {
        $read = array_column($this->readers, 0);
        $write = array_column($this->writers, 0);
        $none = null;
        $microseconds = 0;
        if ($waits) {
            $read[] = $receiver = $this->receiver();
            $microseconds = $this->timeLeft();
        }
        if ($read === [] && $write === []) {
            return;
        }
        $this->isWaiting = $waits;
        error_clear_last();
        try {
            $count = @stream_select($read, $write, $none, $microseconds === null ? null : 0, $microseconds);
        } finally {
            $this->isWaiting = false;
        }
        if ($this->isWoken) {
            $this->isWoken = false;
            fread($this->pair[0], 16);
        }
        if ($count === false) {
            $this->failUnlessInterrupted(error_get_last()['message'] ?? 'stream_select() failed');
            return;
        }
        $this->call($read, $this->readers);
        $this->call($write, $this->writers);
    }

    /** Microseconds until the first timer; null: none. */
    private function timeLeft(): ?int
    {
        $end = $this->timers->getFirst();
        return $end === false ? null : (int) min(max(0, ($end - $this->timers->updateTime()) * 1e6), 1e15);
    }

    /**
     * @param array<resource> $streams
     * @param array<int, array{resource, callable}> $listeners a listener may change them
     */
    private function call(array $streams, array &$listeners): void
    {
        foreach ($streams as $stream) {
            if (isset($listeners[(int) $stream])) {
                ($listeners[(int) $stream][1])($stream);
            }
        }
    }

    private function failUnlessInterrupted(string $message): void
    {
        if (!str_contains($message, '[4]')) {       // EINTR: a signal has come
            trigger_error($message, E_USER_WARNING);
        }
    }

    /** @return resource readable after wake() */
    private function receiver(): mixed
    {
        if ($this->pair === null) {
            $this->pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)
                ?: throw new RuntimeException('The event loop cannot make a pair of sockets');
            stream_set_blocking($this->pair[0], false);
            stream_set_blocking($this->pair[1], false);
        }
        return $this->pair[0];
    }
}
