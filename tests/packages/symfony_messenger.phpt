--TEST--
A Messenger worker that handles 20 messages at once: each once, acknowledged after its handler, with Messenger's retries and failures, and stopped gracefully
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('symfony/messenger', 'symfony'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('http-foundation', 'Async\HttpFoundation');
load_adapter('symfony', 'Async\Symfony');
use Async\Symfony\Messenger\ConcurrentWorker;
use Symfony\Component\DependencyInjection\Container;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\{Envelope, MessageBus};
use Symfony\Component\Messenger\Event\{WorkerMessageFailedEvent, WorkerRunningEvent};
use Symfony\Component\Messenger\EventListener\{SendFailedMessageForRetryListener, SendFailedMessageToFailureTransportListener, StopWorkerOnMessageLimitListener};
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Retry\MultiplierRetryStrategy;
use Symfony\Component\Messenger\Stamp\{SentToFailureTransportStamp, TransportMessageIdStamp};
use Symfony\Component\Messenger\Transport\TransportInterface;
use function Async\{await, delay, spawn};

final class Job
{
    public static string $current = 'none';
    public function __construct(public int $number) {}
}

/** A queue whose calls wait, and which notices two calls at the same time. */
final class Queue implements TransportInterface
{
    public array $waiting = [], $taken = [], $acked = [], $rejected = [], $releases = [];
    public int $id = 0, $gets = 0, $atOnce = 0;
    public function send(Envelope $envelope): Envelope
    {
        $envelope = $envelope->with(new TransportMessageIdStamp(++$this->id));
        return $this->waiting[$this->id] = $envelope;
    }
    private function call(): void
    {
        $this->atOnce++ === 0 || print("BROKEN: two calls at once\n");
        delay(1);
        $this->atOnce--;
    }
    public function get(): iterable
    {
        $this->gets++;
        $this->call();
        $taken = array_splice($this->waiting, 0, 3);
        foreach ($taken as $envelope) $this->taken[self::id($envelope)] = $envelope;
        return $taken;
    }
    private static function id(Envelope $envelope): int { return $envelope->last(TransportMessageIdStamp::class)->getId(); }
    /* One more for each try of a message. */
    private function release(Envelope $envelope, string $how): int
    {
        $this->call();
        unset($this->taken[self::id($envelope)]);
        $number = $envelope->getMessage()->number;
        $this->releases[$number][] = $how;
        in_array($number, $GLOBALS['done']) || count($this->releases[$number]) <= ($GLOBALS['failures'][$number] ?? 0)
            || print("BROKEN: $number is $how before its end\n");
        return $number;
    }
    public function ack(Envelope $envelope): void { $this->acked[] = $this->release($envelope, 'acknowledged'); }
    public function reject(Envelope $envelope): void { $this->rejected[] = $this->release($envelope, 'rejected'); }
}

function bus(callable $handler): MessageBus
{
    return new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Job::class => [$handler]]))]);
}
function locator(array $services): Container
{
    $container = new Container();
    foreach ($services as $name => $service) $container->set($name, $service);
    return $container;
}

echo "-- 100 messages, 20 at once; three fail: one for ever, two once\n";
$done = $tries = $failures = [];
$running = $most = 0;
$bus = bus(function (Job $job) use (&$done, &$tries, &$failures, &$running, &$most) {
    $most = max($most, ++$running);
    $tries[$job->number] = ($tries[$job->number] ?? 0) + 1;
    try {
        usleep(20_000);
        if ($job->number === 7 || in_array($job->number, [8, 9], true) && $tries[$job->number] === 1) {
            $failures[$job->number] = $tries[$job->number];
            throw new RuntimeException("job $job->number fails");
        }
        $done[] = $job->number;
    } finally {
        $running--;
    }
});
$queue = new Queue();
$failed = new Queue();
for ($i = 1; $i <= 100; $i++) $queue->send(new Envelope(new Job($i)));
$events = new EventDispatcher();
$events->addSubscriber(new SendFailedMessageForRetryListener(locator(['main' => $queue]), locator(['main' => new MultiplierRetryStrategy(2, 0)])));
$events->addSubscriber(new SendFailedMessageToFailureTransportListener(locator(['main' => $failed])));
$worker = new ConcurrentWorker(['main' => $queue], $bus, 20, $events);
$events->addListener(WorkerRunningEvent::class, function () use ($worker, $queue, &$done) {
    if (count($done) === 99 && !$queue->taken && !$queue->waiting) $worker->stop();
});
$start = microtime(true);
$worker->run(['sleep' => 10_000]);
$took = microtime(true) - $start;
// Some releases of Messenger acknowledge a message that will be tried again, others reject it. The last answer decides.
$last = array_map(fn (array $answers) => end($answers), $queue->releases);
$answers = array_map(count(...), $queue->releases);
ksort($answers);
ksort($tries);
echo count($done), ' done, ', count(array_unique($done)) === 99 && $answers === $tries ? 'one answer to each try' : 'BROKEN', ", $most at once, ",
    $took < 1.5 ? 'fast' : "slow: $took s", "\n";
echo 'in the end ', count(array_keys($last, 'acknowledged')), ' acknowledged, rejected ', json_encode(array_keys($last, 'rejected')),
    ", tried $tries[7], $tries[8], $tries[9] times, in the failure transport ",
    json_encode(array_map(fn ($e) => [$e->getMessage()->number, $e->last(SentToFailureTransportStamp::class)->getOriginalReceiverName()], array_values($failed->waiting))), "\n";

echo "-- an idle hundred asks as often as one\n";
$queue = new Queue();
$worker = new ConcurrentWorker(['main' => $queue], $bus, 100);
$run = spawn(fn () => $worker->run(['sleep' => 100_000]));
delay(350);
$worker->stop();
await($run);
echo $queue->gets >= 1 && $queue->gets <= 8 ? 'few' : "$queue->gets", " calls\n";

echo "-- a signal, and a cancellation: what has begun is finished\n";
foreach (['signal', 'cancellation'] as $how) {
    $done = [];
    $queue = new Queue();
    for ($i = 1; $i <= 1000; $i++) $queue->send(new Envelope(new Job($i)));
    $begun = [];
    $worker = new ConcurrentWorker(['main' => $queue], bus(function (Job $job) use (&$done, &$begun) {
        $begun[] = $job->number;
        usleep(50_000);
        $done[] = $job->number;
    }), 5);
    $run = spawn(fn () => $worker->run());
    while (count($done) < 5) delay(5);
    $how === 'signal' ? posix_kill(getmypid(), SIGTERM) : $run->cancel();
    try {
        await($run);
        echo "$how: returned";
    } catch (Async\AsyncCancellation) {
        echo "$how: cancelled";
    }
    sort($done); sort($begun); sort($queue->acked);
    echo ', ', $done === $begun && $done === $queue->acked && count($done) < 100 ? 'all finished' : 'BROKEN', "\n";
}

echo "-- an exception of a receiver ends all of them\n";
$broken = new class implements Symfony\Component\Messenger\Transport\Receiver\ReceiverInterface {
    public function get(): iterable { throw new Symfony\Component\Messenger\Exception\TransportException('the server has gone'); }
    public function ack(Envelope $envelope): void {}
    public function reject(Envelope $envelope): void {}
};
try {
    (new ConcurrentWorker(['main' => $broken], $bus, 5))->run();
} catch (Throwable $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}

echo "-- isolated: statics of one message are not those of another; exceptions reach the worker\n";
$done = $failures = [];
$seen = [];
$queue = new Queue();
for ($i = 1; $i <= 30; $i++) $queue->send(new Envelope(new Job($i)));
$failed = 0;
$events = new EventDispatcher();
$events->addSubscriber(new StopWorkerOnMessageLimitListener(30));
$events->addListener(WorkerMessageFailedEvent::class, function (WorkerMessageFailedEvent $event) use (&$failed) {
    $failed++;
});
$worker = new ConcurrentWorker(['main' => $queue], bus(function (Job $job) use (&$done, &$seen) {
    $before = Job::$current;
    Job::$current = "job $job->number";
    date_default_timezone_set($job->number % 2 ? 'Asia/Tokyo' : 'America/Lima');
    usleep(5_000);
    $seen[] = $before === 'none' && Job::$current === "job $job->number" && date_default_timezone_get() === ($job->number % 2 ? 'Asia/Tokyo' : 'America/Lima');
    $done[] = $job->number;
    if ($job->number === 3) throw new RuntimeException('three');
}), 10, $events, isIsolated: true);
$worker->run(['sleep' => 10_000]);
echo count(array_filter($seen)), ' of ', count($seen), ' right, ', count($queue->acked), " acknowledged, $failed failed, ", Job::$current, ' ', json_encode($queue->rejected), "\n";
?>
--EXPECT--
-- 100 messages, 20 at once; three fail: one for ever, two once
99 done, one answer to each try, 20 at once, fast
in the end 99 acknowledged, rejected [7], tried 3, 2, 2 times, in the failure transport [[7,"main"]]
-- an idle hundred asks as often as one
few calls
-- a signal, and a cancellation: what has begun is finished
signal: returned, all finished
cancellation: cancelled, all finished
-- an exception of a receiver ends all of them
Symfony\Component\Messenger\Exception\TransportException: the server has gone
-- isolated: statics of one message are not those of another; exceptions reach the worker
30 of 30 right, 29 acknowledged, 1 failed, none [3]
