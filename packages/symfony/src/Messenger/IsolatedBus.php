<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\HttpFoundation\UniqueIds;
use Async\Scope;
use Async\Symfony\StreamWrappers;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\MessageBusInterface;

use function Async\await;

/**
 * A bus that handles each message in an isolated scope: statics, global variables, settings, time zone, locale and
 * error handlers that a handler changes are gone after it, and no other message sees them. Objects, such as services,
 * are shared.
 */
final class IsolatedBus implements MessageBusInterface
{
    public function __construct(private readonly MessageBusInterface $bus)
    {
    }

    public function dispatch(object $message, array $stamps = []): Envelope
    {
        return self::isolate(fn (): Envelope => $this->bus->dispatch($message, $stamps));
    }

    /**
     * @internal
     *
     * @param \Closure(): Envelope $dispatch
     */
    public static function isolate(\Closure $dispatch): Envelope
    {
        StreamWrappers::register();
        $scope = Scope::isolated();
        try {
            // The exception is a result here: it belongs to the worker, which rejects the message or has it retried.
            $result = await($scope->spawn(static function () use ($dispatch): Envelope|\Throwable {
                UniqueIds::beginAnew();
                try {
                    return $dispatch();
                } catch (\Throwable $failure) {
                    return $failure;
                }
            }));
        } finally {
            $scope->dispose();
        }

        return $result instanceof Envelope ? $result : throw $result;
    }
}
