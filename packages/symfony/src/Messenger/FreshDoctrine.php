<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\Doctrine\DBAL\Connection;
use Async\Doctrine\ORM\EntityManager;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\Event\WorkerMessageHandledEvent;
use Symfony\Component\Messenger\Event\WorkerMessageReceivedEvent;
use Symfony\Component\Messenger\Event\WorkerRunningEvent;

/**
 * Each message begins with entity managers that are open and have no entities, and a worker that waits for its turn at
 * a receiver holds no connection: the worker whose turn it is may wait for one. Managers and connections belong to the
 * coroutine of the worker, which handles many messages.
 */
final class FreshDoctrine implements EventSubscriberInterface
{
    /**
     * @param iterable<EntityManager> $managers
     * @param iterable<Connection> $connections also those of transports
     */
    public function __construct(private readonly iterable $managers, private readonly iterable $connections)
    {
    }

    public static function getSubscribedEvents(): array
    {
        // Before the listeners of the message, and after them.
        return [
            WorkerMessageReceivedEvent::class => ['release', 1024],
            WorkerMessageHandledEvent::class => ['release', -1024],
            WorkerMessageFailedEvent::class => ['release', -1024],
            WorkerRunningEvent::class => ['release', -1024],
        ];
    }

    public function release(): void
    {
        foreach ($this->managers as $manager) {
            $manager->renew();
        }
        foreach ($this->connections as $connection) {
            $connection->close();
        }
    }
}
