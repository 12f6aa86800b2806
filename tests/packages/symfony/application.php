<?php

/* An application of Symfony with the bundle of packages/symfony, a queue in memory, and a few pages. */

require vendor_autoloader();
load_adapter('http-foundation', 'Async\HttpFoundation');
load_adapter('symfony', 'Async\Symfony');

use Async\Symfony\AsyncBundle;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\{Request, Response, StreamedResponse};
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Stamp\TransportMessageIdStamp;
use Symfony\Component\Messenger\Transport\Receiver\{KeepaliveReceiverInterface, ReceiverInterface};
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;
use Symfony\Component\Messenger\Transport\{TransportFactoryInterface, TransportInterface};
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

use function Async\delay;

final class Job
{
    public static string $current = 'none';
    public function __construct(public int $number) {}
}

/** A queue in memory, whose calls wait. It notices two calls at the same time. */
class Queue implements TransportInterface
{
    public static array $waiting = [], $acked = [], $rejected = [], $kept = [];
    public static bool $breaks = false;
    private static int $calls = 0;

    public function send(Envelope $envelope): Envelope
    {
        return self::$waiting[] = $envelope;
    }

    public function get(): iterable
    {
        self::call();
        self::$breaks && throw new LogicException('the queue has gone');
        return array_splice(self::$waiting, 0, 3);
    }

    public function ack(Envelope $envelope): void
    {
        self::call();
        self::$acked[] = $envelope->getMessage()->number;
    }

    public function reject(Envelope $envelope): void
    {
        self::call();
        self::$rejected[] = self::$acked[] = $envelope->getMessage()->number;
    }

    protected static function call(): void
    {
        ++self::$calls === 1 || print("BROKEN: two calls at once\n");
        delay(1);
        self::$calls--;
    }
}

if (interface_exists(KeepaliveReceiverInterface::class)) {
    final class KeptQueue extends Queue implements KeepaliveReceiverInterface
    {
        public function keepalive(Envelope $envelope, ?int $seconds = null): void
        {
            self::$kept[] = $envelope->getMessage()->number;
        }
    }
}

final class QueueFactory implements TransportFactoryInterface
{
    public function createTransport(string $dsn, array $options, SerializerInterface $serializer): TransportInterface
    {
        return class_exists(KeptQueue::class, false) ? new KeptQueue() : new Queue();
    }

    public function supports(string $dsn, array $options): bool
    {
        return $dsn === 'queue://';
    }
}

final class Handler
{
    public static array $begun = [];
    public static int $fails = 0, $time = 50, $most = 0, $running = 0;
    /** What isolated messages have seen: an object is shared by all scopes. */
    public static ArrayObject $seen;

    public function __invoke(Job $job): void
    {
        self::$begun[] = $job->number;
        self::$seen[] = Job::$current;
        Job::$current = "job $job->number";
        self::$most = max(self::$most, ++self::$running);
        try {
            delay(self::$time);
            $job->number === self::$fails && throw new RuntimeException("job $job->number fails");
        } finally {
            self::$running--;
        }
    }
}

final class App extends Kernel
{
    use MicroKernelTrait;

    /** What requests have done: objects are shared by all scopes, static properties are not. */
    public static ArrayObject $terminated, $ended, $running;
    private static int $calls = 0;

    /** @param array<string, array> $more configurations of the other bundles */
    public function __construct(
        string $name,
        private array $async,
        private array $others = [],
        private array $more = [],
    ) {
        parent::__construct($name, false);
    }

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        foreach ($this->others as $bundle) {
            yield new $bundle();
        }
        yield new AsyncBundle();
    }

    public function getProjectDir(): string
    {
        return dirname(__DIR__) . '/symfony_' . $this->environment . '.tmp';
    }

    public function terminate(Request $request, Response $response): void
    {
        parent::terminate($request, $response);
        self::$terminated[] = true;
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', ['secret' => 'x', 'http_method_override' => false, 'messenger' => [
            'transports' => ['queue' => ['dsn' => 'queue://', 'retry_strategy' => ['max_retries' => 0]]],
        ]]);
        $container->extension('async', $this->async);
        foreach ($this->more as $bundle => $configuration) {
            $container->extension($bundle, $configuration);
        }
        $container->services()
            ->set('logger', Psr\Log\NullLogger::class)
            ->set(QueueFactory::class, QueueFactory::class)->tag('messenger.transport_factory')
            ->set(Handler::class, Handler::class)->tag('messenger.message_handler');
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        foreach (['hello', 'streams', 'slow', 'query', 'exits', 'prints'] as $name) {
            $routes->add($name, "/$name")->controller("kernel::$name");
        }
    }

    public function hello(Request $request): Response
    {
        self::$running['most'] = max(self::$running['most'], ++self::$running['now']);
        delay(20);
        self::$running['now']--;
        return new Response($request->query->get('n') . ': ' . ++self::$calls . ' call');
    }

    public function streams(): Response
    {
        return new StreamedResponse(fn() => print('streamed, ' . self::$terminated->count() . ' before'));
    }

    public function query(): Response
    {
        $db = $this->getContainer()->get('doctrine')->getConnection();
        $db->fetchOne('SELECT 1');
        delay(2);
        return new Response(count($db->getPool()) . ' connections');
    }

    public function exits(Request $request): Response
    {
        header('X-Page: ' . $request->query->get('n'));
        http_response_code(403);
        register_shutdown_function(fn() => print(', its shutdown function'));
        echo 'page ', $request->query->get('n');
        delay(5);
        exit(1);
    }

    public function prints(): Response
    {
        echo 'printed, ';
        return new Response('answered');
    }

    public function slow(): Response
    {
        try {
            delay(60_000);
        } finally {
            delay(5);
            self::$ended[] = true;
        }
    }
}

/** So many messages wait, and nothing has happened yet. */
function fill(int $count): void
{
    Queue::$waiting = [];
    Queue::$acked = Queue::$rejected = Queue::$kept = Handler::$begun = [];
    Handler::$most = 0;
    Job::$current = 'none';
    Handler::$seen = new ArrayObject();
    for ($i = 1; $i <= $count; $i++) {
        Queue::$waiting[] = new Envelope(new Job($i), [new TransportMessageIdStamp($i)]);
    }
}

function console(App $app): Application
{
    $console = new Application($app);
    $console->setAutoExit(false);
    $console->setCatchExceptions(false);
    return $console;
}

App::$terminated = new ArrayObject();
App::$ended = new ArrayObject();
App::$running = new ArrayObject(['now' => 0, 'most' => 0]);
