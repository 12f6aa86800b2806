<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\Mutex;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\RuntimeException;
use Symfony\Component\Messenger\Transport\Receiver\KeepaliveReceiverInterface;
use Symfony\Component\Messenger\Transport\Receiver\QueueReceiverInterface;
use Symfony\Component\Messenger\Transport\Receiver\ReceiverInterface;

/**
 * A receiver that several workers share: one call at a time, one message for each worker.
 *
 * Receivers speak with one connection, which does not bear two calls at once. A receiver that was found empty is not
 * asked again before the pause of a worker is over: many idle workers ask as often as one does.
 */
class SharedReceiver implements QueueReceiverInterface
{
    protected readonly Mutex $mutex;
    /** @var list<Envelope> received, and not given to a worker yet */
    private array $received = [];
    private float $emptyUntil = 0.0;

    /** @param float $pause seconds */
    final public function __construct(protected readonly ReceiverInterface $receiver, private readonly float $pause)
    {
        $this->mutex = new Mutex();
    }

    /** A shared receiver with the abilities that this one has. */
    public static function of(ReceiverInterface $receiver, float $pause): self
    {
        // The interface is there from Messenger 7.2 on.
        return $receiver instanceof KeepaliveReceiverInterface
            ? new SharedKeepaliveReceiver($receiver, $pause) : new self($receiver, $pause);
    }

    public function get(): iterable
    {
        return $this->next(fn () => $this->receiver->get());
    }

    public function getFromQueues(array $queueNames): iterable
    {
        if (!$this->receiver instanceof QueueReceiverInterface) {
            throw new RuntimeException('This receiver has no queues to choose from: '.$this->receiver::class);
        }

        return $this->next(fn () => $this->receiver->getFromQueues($queueNames));
    }

    public function ack(Envelope $envelope): void
    {
        $this->mutex->synchronized(fn () => $this->receiver->ack($envelope));
    }

    public function reject(Envelope $envelope): void
    {
        $this->mutex->synchronized(fn () => $this->receiver->reject($envelope));
    }

    /**
     * @param \Closure(): iterable<Envelope> $get
     *
     * @return list<Envelope>
     */
    private function next(\Closure $get): array
    {
        return $this->mutex->synchronized(function () use ($get): array {
            if (!$this->received && microtime(true) >= $this->emptyUntil) {
                foreach ($get() as $envelope) {
                    $this->received[] = $envelope;
                }
                $this->emptyUntil = $this->received ? 0.0 : microtime(true) + $this->pause;
            }
            $envelope = array_shift($this->received);

            return $envelope ? [$envelope] : [];
        });
    }
}
