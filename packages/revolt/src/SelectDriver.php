<?php

declare(strict_types=1);

namespace Async\Revolt;

use Error;
use Exception;
use Revolt\EventLoop\Internal\AbstractDriver;
use Revolt\EventLoop\Internal\DriverCallback;
use Revolt\EventLoop\Internal\SignalCallback;
use Revolt\EventLoop\Internal\StreamCallback;
use Revolt\EventLoop\Internal\StreamReadableCallback;
use Revolt\EventLoop\Internal\TimerCallback;
use Revolt\EventLoop\Internal\TimerQueue;
use Revolt\EventLoop\UnsupportedFeatureException;
use WeakReference;

/**
 * Waits by stream_select(), which lets other coroutines run; they may end the wait by wake().
 *
 * Revolt's own driver of that kind has an error handler of its own while it waits. All coroutines share the error handler:
 * their warnings would become its exceptions.
 *
 * @internal
 */
final class SelectDriver extends AbstractDriver
{
    private TimerQueue $timers;

    /** @var array<int, array<string, StreamCallback>> by the number of the stream */
    private array $readers = [];

    /** @var array<int, array<string, StreamCallback>> */
    private array $writers = [];

    /** @var array<int, array<string, SignalCallback>> by the number of the signal */
    private array $signals = [];

    /** @var list<int> signals that have come */
    private array $caught = [];

    /** @var ?array{resource, resource} what is written to the second one ends the wait; made by the first wait */
    private ?array $pair = null;

    private bool $isWoken = false;

    public function __construct()
    {
        parent::__construct();
        $this->timers = new TimerQueue();
    }

    public function __destruct()
    {
        foreach (array_keys($this->signals) as $signal) {
            @pcntl_signal($signal, SIG_DFL);
        }
    }

    /** Ends the wait of the loop, or else the next one. */
    public function wake(): void
    {
        if (!$this->isWoken && $this->pair !== null) {
            $this->isWoken = true;
            fwrite($this->pair[1], '.');
        }
    }

    public function getHandle(): mixed
    {
        return null;
    }

    public function onSignal(int $signal, \Closure $closure): string
    {
        if (!function_exists('pcntl_signal')) {
            throw new UnsupportedFeatureException('Signal handling requires the pcntl extension');
        }
        return parent::onSignal($signal, $closure);
    }

    protected function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /** @param array<string, DriverCallback> $callbacks */
    protected function activate(array $callbacks): void
    {
        foreach ($callbacks as $callback) {
            match (true) {
                $callback instanceof TimerCallback => $this->timers->insert($callback),
                $callback instanceof SignalCallback => $this->catchSignal($callback),
                $callback instanceof StreamReadableCallback => $this->readers[(int) $callback->stream][$callback->id] = $callback,
                $callback instanceof StreamCallback => $this->writers[(int) $callback->stream][$callback->id] = $callback,
                default => throw new Error('Unknown callback type'),
            };
        }
    }

    protected function deactivate(DriverCallback $callback): void
    {
        match (true) {
            $callback instanceof TimerCallback => $this->timers->remove($callback),
            $callback instanceof SignalCallback => $this->forgetSignal($callback),
            $callback instanceof StreamReadableCallback => self::remove($this->readers, (int) $callback->stream, $callback),
            $callback instanceof StreamCallback => self::remove($this->writers, (int) $callback->stream, $callback),
            default => throw new Error('Unknown callback type'),
        };
    }

    protected function dispatch(bool $blocking): void
    {
        if ($this->signals !== []) {
            pcntl_signal_dispatch();
            foreach ($this->takeCaught() as $signal) {
                array_map($this->enqueueCallback(...), $this->signals[$signal] ?? []);
                $blocking = false;
            }
        }
        if ($blocking || $this->readers !== [] || $this->writers !== []) {
            $this->select($blocking);
        }
        $now = $this->now();
        while ($timer = $this->timers->extract($now)) {
            $this->enqueueCallback($timer);
        }
    }

    private function select(bool $blocking): void
    {
        $stream = static fn(array $callbacks): mixed => reset($callbacks)->stream;
        $read = array_map($stream, $this->readers);
        $write = array_map($stream, $this->writers);
        $none = null;
        $seconds = 0.0;
        if ($blocking) {
            $receiver = $this->receiver();
            $read[(int) $receiver] = $receiver;
            $end = $this->timers->peek();
            $seconds = $end === null ? null : max(0.0, $end - $this->now());
        }
        error_clear_last();
        $microseconds = $seconds === null ? null : (int) (fmod($seconds, 1) * 1e6);
        if (@stream_select($read, $write, $none, $seconds === null ? null : (int) $seconds, $microseconds) === false) {
            $message = error_get_last()['message'] ?? 'stream_select() failed';
            if (!str_contains($message, '[4]')) {   // EINTR: a signal has come
                throw new Exception(self::explained($message));
            }
            return;
        }
        if ($blocking && isset($read[(int) $receiver])) {
            fread($receiver, 16);
            $this->isWoken = false;
        }
        foreach ($read as $stream) {
            array_map($this->enqueueCallback(...), $this->readers[(int) $stream] ?? []);
        }
        foreach ($write as $stream) {
            array_map($this->enqueueCallback(...), $this->writers[(int) $stream] ?? []);
        }
    }

    /** Says it in the words of Revolt's driver when the number of a descriptor is too large. */
    private static function explained(string $message): string
    {
        return preg_match('/FD_SETSIZE.*set to (\d+).* as high as (\d+)/s', $message, $found)
            ? "You have reached the limits of stream_select(). It has a FD_SETSIZE of $found[1], but you have file "
                . "descriptors numbered at least as high as $found[2]."
            : $message;
    }

    /** @return resource readable after wake() */
    private function receiver(): mixed
    {
        if ($this->pair === null) {
            $this->pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)
                ?: throw new Exception('The event loop cannot make a pair of sockets');
            stream_set_blocking($this->pair[0], false);
            stream_set_blocking($this->pair[1], false);
        }
        return $this->pair[0];
    }

    private function catchSignal(SignalCallback $callback): void
    {
        $number = $callback->signal;
        if (!isset($this->signals[$number])) {
            $loop = WeakReference::create($this);
            $isSet = @pcntl_signal($number, static function (int $signal) use ($loop): void {
                $loop->get()?->caught($signal);
            });
            if (!$isSet) {
                throw new UnsupportedFeatureException("Failed to register a handler of signal $number");
            }
        }
        $this->signals[$number][$callback->id] = $callback;
    }

    private function forgetSignal(SignalCallback $callback): void
    {
        if (self::remove($this->signals, $callback->signal, $callback)) {
            @pcntl_signal($callback->signal, SIG_DFL);
        }
    }

    private function caught(int $signal): void
    {
        $this->caught[] = $signal;
        $this->wake();
    }

    /** @return list<int> */
    private function takeCaught(): array
    {
        $caught = $this->caught;
        $this->caught = [];
        return $caught;
    }

    /**
     * @template T of DriverCallback
     * @param array<int, array<string, T>> $lists
     * @return bool the last one of its list was removed
     */
    private static function remove(array &$lists, int $key, DriverCallback $callback): bool
    {
        if (!isset($lists[$key][$callback->id])) {
            return false;
        }
        unset($lists[$key][$callback->id]);
        if ($lists[$key] !== []) {
            return false;
        }
        unset($lists[$key]);
        return true;
    }
}
