<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Transport\Receiver\KeepaliveReceiverInterface;

/** A shared receiver whose transport can be told that a message is still being handled. */
final class SharedKeepaliveReceiver extends SharedReceiver implements KeepaliveReceiverInterface
{
    public function keepalive(Envelope $envelope, ?int $seconds = null): void
    {
        \assert($this->receiver instanceof KeepaliveReceiverInterface);
        $this->mutex->synchronized(fn () => $this->receiver->keepalive($envelope, $seconds));
    }
}
