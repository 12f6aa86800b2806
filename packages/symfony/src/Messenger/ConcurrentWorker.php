<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\AsyncCancellation;
use Async\Coroutine;
use Psr\EventDispatcher\EventDispatcherInterface;
use Psr\Log\LoggerInterface;
use Symfony\Component\Messenger\MessageBusInterface;
use Symfony\Component\Messenger\Transport\Receiver\ReceiverInterface;
use Symfony\Component\Messenger\Worker;

use function Async\await;
use function Async\protect;
use function Async\signals;
use function Async\spawn;

/**
 * Handles several messages at once: Messenger's own workers, each in a coroutine, with receivers that they share.
 *
 * Retries, the failure transport, events and limits are those of Messenger. A message is acknowledged after its
 * handlers have returned. When one worker stops or fails, all of them stop when they have finished their messages.
 */
final class ConcurrentWorker
{
    /** @var list<Worker> */
    private array $workers = [];
    private bool $isStopping = false;

    /**
     * @param array<string, ReceiverInterface> $receivers by the name of the transport
     * @param int $concurrency how many messages at once
     * @param bool $isIsolated handle each message in an isolated scope: with static and global state of its own
     * @param list<int> $stopSignals signals that stop the workers gracefully
     */
    public function __construct(
        private readonly array $receivers,
        private readonly MessageBusInterface $bus,
        private readonly int $concurrency,
        private readonly ?EventDispatcherInterface $eventDispatcher = null,
        private readonly ?LoggerInterface $logger = null,
        private readonly bool $isIsolated = false,
        private readonly array $stopSignals = [15, 2],
    ) {
        if ($concurrency < 1) {
            throw new \ValueError('The concurrency must be at least 1');
        }
    }

    /**
     * Handle messages until the workers are stopped.
     *
     * A cancellation of the caller stops the workers, too: it is thrown when they have finished their messages.
     *
     * @param array<string, mixed> $options those of Symfony\Component\Messenger\Worker::run()
     *
     * @throws \Throwable what the first worker has failed with, such as an exception of a receiver
     */
    public function run(array $options = []): void
    {
        $this->isStopping = false;
        $pause = (int) ($options['sleep'] ?? 1_000_000) / 1e6;
        $share = static fn (ReceiverInterface $receiver) => SharedReceiver::of($receiver, $pause);
        $receivers = array_map($share, $this->receivers);
        $bus = $this->isIsolated ? new IsolatedBus($this->bus) : $this->bus;
        $this->workers = $running = [];
        for ($i = 0; $i < $this->concurrency; ++$i) {
            $this->workers[] = $worker = new Worker($receivers, $bus, $this->eventDispatcher, $this->logger);
            $running[] = spawn($this->work(...), $worker, $options);
        }
        $listener = $this->stopSignals ? spawn($this->stopAtSignals(...)) : null;
        try {
            $failure = $this->waitFor($running);
        } catch (AsyncCancellation $cancellation) {
            $this->stop();
            protect(fn () => $this->waitFor($running));
            throw $cancellation;
        } finally {
            $listener?->cancel();
            $this->workers = [];
        }
        if ($failure) {
            throw $failure;
        }
    }

    /** Stop when the messages that have begun are handled. */
    public function stop(): void
    {
        if (!$this->isStopping) {
            $this->isStopping = true;
            array_walk($this->workers, static fn (Worker $worker) => $worker->stop());
        }
    }

    /** @return \Throwable|null the failure of the worker; it belongs to run(), not to the scope */
    private function work(Worker $worker, array $options): ?\Throwable
    {
        try {
            $worker->run($options);

            return null;
        } catch (AsyncCancellation $cancellation) {
            throw $cancellation;
        } catch (\Throwable $failure) {
            return $failure;
        } finally {
            $this->stop();
        }
    }

    /** @param list<Coroutine<\Throwable|null>> $running */
    private function waitFor(array $running): ?\Throwable
    {
        $first = null;
        foreach ($running as $coroutine) {
            $first ??= await($coroutine);
        }
        // After a failure the others still finish their messages.
        foreach ($running as $coroutine) {
            await($coroutine);
        }

        return $first;
    }

    private function stopAtSignals(): void
    {
        foreach (signals(...$this->stopSignals) as $signal) {
            $this->stop();
        }
    }
}
