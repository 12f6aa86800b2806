<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\MessageBusInterface;
use Symfony\Component\Messenger\RoutableMessageBus;

/** The bus of messenger:consume, with an isolated scope for each message: see IsolatedBus. */
final class IsolatedRoutableBus extends RoutableMessageBus
{
    public function dispatch(object $envelope, array $stamps = []): Envelope
    {
        return IsolatedBus::isolate(fn (): Envelope => parent::dispatch($envelope, $stamps));
    }

    /** The bus of the option --bus. */
    public function getMessageBus(string $busName): MessageBusInterface
    {
        $bus = parent::getMessageBus($busName);

        return $bus instanceof IsolatedBus ? $bus : new IsolatedBus($bus);
    }
}
