<?php
/*
 * A program with Symfony Messenger: 50 messages, each of which asks a slow web server.
 *
 *     php worker.php VENDOR_FOLDER URL CONCURRENCY     0: Messenger's own worker
 */
declare(strict_types=1);

use Async\Symfony\Messenger\ConcurrentWorker;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\EventListener\StopWorkerOnMessageLimitListener;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Transport\TransportInterface;
use Symfony\Component\Messenger\{Envelope, MessageBus, Worker};

require "$argv[1]/autoload.php";
[, , $url, $concurrency] = $argv;

final class FetchPage
{
    public function __construct(public readonly int $number) {}
}

/** The simplest queue there is, in memory. */
final class Queue implements TransportInterface
{
    /** @var list<Envelope> */
    private array $waiting = [];
    public int $acknowledged = 0;

    public function send(Envelope $envelope): Envelope
    {
        return $this->waiting[] = $envelope;
    }

    public function get(): iterable
    {
        return array_splice($this->waiting, 0, 1);
    }

    public function ack(Envelope $envelope): void
    {
        $this->acknowledged++;
    }

    public function reject(Envelope $envelope): void {}
}

$queue = new Queue();
foreach (range(1, 50) as $number) {
    $queue->send(new Envelope(new FetchPage($number)));
}
$bytes = 0;
$handler = function (FetchPage $message) use ($url, &$bytes): void {
    $bytes += strlen(file_get_contents("$url/page/$message->number"));
};
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([FetchPage::class => [$handler]]))]);
$events = new EventDispatcher();
$events->addSubscriber(new StopWorkerOnMessageLimitListener(50));

$start = microtime(true);
if ($concurrency > 0) {
    $worker = new ConcurrentWorker(['queue' => $queue], $bus, (int) $concurrency, $events);
} else {
    $worker = new Worker(['queue' => $queue], $bus, $events);
}
$worker->run(['sleep' => 10_000]);
printf("%d messages, %d bytes in %.2f s\n", $queue->acknowledged, $bytes, microtime(true) - $start);
