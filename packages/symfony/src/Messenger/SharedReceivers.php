<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Psr\Container\ContainerInterface;
use Symfony\Component\Messenger\Transport\Receiver\ReceiverInterface;
use Symfony\Component\Messenger\Transport\Sync\SyncTransport;

/** The receivers of a container, made fit for several workers. */
final class SharedReceivers implements ContainerInterface
{
    /** @var array<string, SharedReceiver> */
    private array $shared = [];
    private float $pause = 1.0;

    public function __construct(private readonly ContainerInterface $receivers)
    {
    }

    /** @param float $pause seconds in which a receiver that was found empty is not asked again */
    public function begin(float $pause): void
    {
        $this->pause = $pause;
        $this->shared = [];
    }

    public function get(string $id): ReceiverInterface
    {
        $receiver = $this->receivers->get($id);
        // The command leaves these out.
        if ($receiver instanceof SyncTransport) {
            return $receiver;
        }

        return $this->shared[$id] ??= SharedReceiver::of($receiver, $this->pause);
    }

    public function has(string $id): bool
    {
        return $this->receivers->has($id);
    }
}
