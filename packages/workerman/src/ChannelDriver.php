<?php

declare(strict_types=1);

namespace Async\Workerman;

use Async\Awaitable;
use Async\AwaitCancelledException;
use Async\Channel;
use Async\ChannelException;
use Workerman\Coroutine\Channel\ChannelInterface;

use function Async\timeout;

/**
 * A channel of Workerman on one of ours. Seconds below zero are no limit, and with zero nothing waits.
 *
 * @internal
 */
final class ChannelDriver implements ChannelInterface
{
    private readonly Channel $channel;
    private int $producers = 0;
    private int $consumers = 0;

    public function __construct(int $capacity = 1)
    {
        $this->channel = new Channel($capacity);
    }

    /** False: the channel is closed, or the time is over. */
    public function push(mixed $data, float $timeout = -1): bool
    {
        if ($this->channel->sendAsync($data)) {
            return true;
        }
        if ($timeout == 0 || $this->channel->isClosed()) {
            return false;
        }
        $this->producers++;
        try {
            $this->channel->send($data, self::limit($timeout));
            return true;
        } catch (AwaitCancelledException | ChannelException) {
            return false;
        } finally {
            $this->producers--;
        }
    }

    /** False: the channel is closed and empty, or the time is over. */
    public function pop(float $timeout = -1): mixed
    {
        $waits = $this->channel->isEmpty();
        if ($waits && ($timeout == 0 || $this->channel->isClosed())) {
            return false;
        }
        $this->consumers += (int) $waits;
        try {
            return $this->channel->recv(self::limit($timeout));
        } catch (AwaitCancelledException | ChannelException) {
            return false;
        } finally {
            $this->consumers -= (int) $waits;
        }
    }

    public function length(): int
    {
        return count($this->channel);
    }

    public function getCapacity(): int
    {
        return $this->channel->capacity();
    }

    public function hasConsumers(): bool
    {
        return $this->consumers > 0;
    }

    public function hasProducers(): bool
    {
        return $this->producers > 0;
    }

    public function close(): void
    {
        $this->channel->close();
    }

    /** @internal */
    public static function limit(float $seconds): ?Awaitable
    {
        return $seconds > 0 ? timeout(max(1, (int) ceil($seconds * 1000))) : null;
    }
}
