<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\Coroutine;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\Messenger\Event\WorkerStartedEvent;
use Symfony\Component\Messenger\Event\WorkerStoppedEvent;
use Symfony\Component\Messenger\Worker;

use function Async\await;
use function Async\spawn;

/**
 * The workers beside a worker that Messenger's command has made: when it starts, they start, and when one of them all
 * stops or fails, all stop when they have finished their messages.
 *
 * They are clones: they have its receivers, bus, rate limiters and clock, whatever the options of the command are.
 */
final class WorkerCrew implements EventSubscriberInterface
{
    /** @var list<Worker> the first one is that of the command */
    private array $workers = [];
    /** @var list<Coroutine<null>> */
    private array $running = [];
    private ?\Throwable $failure = null;

    /** @param array<string, mixed> $options of Worker::run() */
    public function __construct(private readonly int $concurrency, private readonly array $options)
    {
    }

    public static function getSubscribedEvents(): array
    {
        return [WorkerStartedEvent::class => 'onStart', WorkerStoppedEvent::class => 'onStop'];
    }

    public function onStart(WorkerStartedEvent $event): void
    {
        if ($this->workers) {
            return;
        }
        $this->workers[] = $first = $event->getWorker();
        for ($i = 1; $i < $this->concurrency; ++$i) {
            $this->workers[] = $worker = clone $first;
            $this->running[] = spawn($this->work(...), $worker);
        }
    }

    public function onStop(WorkerStoppedEvent $event): void
    {
        $this->stop();
        if ($event->getWorker() === $this->workers[0]) {
            $this->end();
            $failure = $this->failure;
            $this->failure = null;
            if ($failure) {
                throw $failure;
            }
        }
    }

    /** Stop when the messages that have begun are handled. */
    public function stop(): void
    {
        foreach ($this->workers as $worker) {
            $worker->stop();
        }
    }

    /** Stop, and wait until no message is handled. */
    public function end(): void
    {
        $this->stop();
        foreach ($this->running as $coroutine) {
            await($coroutine);
        }
    }

    /** A failure, such as an exception of a receiver, belongs to the command, not to the scope. */
    private function work(Worker $worker): void
    {
        try {
            $worker->run($this->options);
        } catch (\Throwable $failure) {
            $this->failure ??= $failure;
        } finally {
            $this->stop();
        }
    }
}
