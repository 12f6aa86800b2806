<?php

declare(strict_types=1);

namespace Async\Symfony\Messenger;

use Async\AsyncCancellation;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\Messenger\Command\ConsumeMessagesCommand;

use function Async\await;
use function Async\protect;
use function Async\spawn;

/**
 * messenger:consume with all its options, for many messages at once.
 *
 * Messenger's command makes one worker. When that one starts, a WorkerCrew makes the others.
 */
#[AsCommand(name: 'messenger:consume', description: 'Consume messages, many at once')]
final class ConsumeCommand extends ConsumeMessagesCommand
{
    private int $concurrency;
    private EventDispatcherInterface $events;
    private SharedReceivers $receivers;
    private ?WorkerCrew $crew = null;

    /** The container calls it. */
    public function handleAtOnce(int $concurrency, EventDispatcherInterface $events, SharedReceivers $receivers): void
    {
        $this->concurrency = $concurrency;
        $this->events = $events;
        $this->receivers = $receivers;
    }

    public function handleSignal(int $signal, int|false $previousExitCode = 0): int|false
    {
        $result = parent::handleSignal($signal, $previousExitCode);
        // The keepalive signal does not stop.
        if (\SIGALRM !== $signal) {
            $this->crew?->stop();
        }

        return $result;
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $pause = (float) $input->getOption('sleep');
        $this->receivers->begin($pause);
        $this->crew = $crew = new WorkerCrew($this->concurrency, [
            'sleep' => (int) ($pause * 1e6),
            'queues' => $input->getOption('queues') ?: null,
        ]);
        $this->events->addSubscriber($crew);
        // In a coroutine of its own: a cancellation of the caller is not for the message that is handled.
        $command = spawn(fn (): int => parent::execute($input, $output));
        try {
            return await($command);
        } catch (AsyncCancellation $cancellation) {
            $crew->stop();
            protect(static fn () => await($command));
            throw $cancellation;
        } finally {
            protect($crew->end(...));
            $this->events->removeSubscriber($crew);
            $this->crew = null;
        }
    }
}
