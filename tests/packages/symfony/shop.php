<?php

/* An application of Symfony with the bundle of packages/symfony, entities of Doctrine, and a queue in its database. */

require vendor_autoloader();
load_adapter('http-foundation', 'Async\HttpFoundation');
load_adapter('doctrine-dbal', 'Async\Doctrine\DBAL');
load_adapter('doctrine-orm', 'Async\Doctrine\ORM');
load_adapter('symfony', 'Async\Symfony');
require __DIR__ . '/entities/Product.php';
require __DIR__ . '/entities/Sale.php';

use Async\Symfony\AsyncBundle;
use Doctrine\Bundle\DoctrineBundle\DoctrineBundle;
use Doctrine\Bundle\DoctrineBundle\Repository\ServiceEntityRepository;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\EntityRepository;
use Doctrine\ORM\Mapping\ClassMetadata;
use Doctrine\ORM\Query\Filter\SQLFilter;
use Doctrine\ORM\Tools\SchemaTool;
use Doctrine\Persistence\ManagerRegistry;
use Shop\{Product, Sale};
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\{Request, Response};
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Messenger\{Envelope, MessageBusInterface};
use Symfony\Component\Messenger\Stamp\DispatchAfterCurrentBusStamp;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

use function Async\delay;

class Products extends ServiceEntityRepository
{
    public function __construct(ManagerRegistry $registry) { parent::__construct($registry, Product::class); }
}

final class Visible extends SQLFilter
{
    public function addFilterConstraint(ClassMetadata $class, $alias): string
    {
        return $class->name === Product::class ? "$alias.hidden = 0" : '';
    }
}

final class Order { public function __construct(public int $number) {} }
final class Receipt { public function __construct(public int $number) {} }

/** What happened; an object is shared by all scopes. */
final class Log
{
    public static ArrayObject $tries, $wrong, $orders;
    public static function begin(): void
    {
        self::$tries = new ArrayObject();
        self::$wrong = new ArrayObject();
        self::$orders = new ArrayObject(['running' => 0, 'most' => 0]);
    }
    public static function expect(bool $right, string $what): void
    {
        $right || self::$wrong[$what] = (self::$wrong[$what] ?? 0) + 1;
    }
}

final class Seller
{
    private EntityRepository $sales;

    public function __construct(
        private EntityManagerInterface $manager,
        private Products $products,
        private MessageBusInterface $bus,
    ) {
        // Kept for all messages.
        $this->sales = $manager->getRepository(Sale::class);
    }

    public function __invoke(Order $order): void
    {
        $number = $order->number;
        $try = Log::$tries[$number] = (Log::$tries[$number] ?? 0) + 1;
        Log::$orders['most'] = max(Log::$orders['most'], ++Log::$orders['running']);
        try {
            $this->sell($number, $try);
        } finally {
            Log::$orders['running']--;
        }
    }

    private function sell(int $number, int $try): void
    {
        Log::expect($this->manager->isOpen(), 'the manager is closed at the beginning');
        Log::expect($this->manager->getUnitOfWork()->size() === 0, 'entities of another message');
        Log::expect($this->manager->getFilters()->isEnabled('visible'), 'the filter is off');
        $number % 3 || $this->manager->getFilters()->disable('visible');
        Log::expect(count($this->products->findBy([])) === ($number % 3 ? 5 : 6), 'another count of products');

        $product = $this->products->find($number % 5);
        $this->manager->persist($sale = new Sale($product, $number, 'order'));
        $this->bus->dispatch(new Envelope(new Receipt($number), [new DispatchAfterCurrentBusStamp()]));
        delay(5);
        Log::expect($this->manager->contains($product), 'a repository has another manager');
        $number % 4 || $this->manager->getConnection()->fetchOne('SELECT 1');
        // Of ten orders one fails once, and one fails always. A failed flush closes its manager.
        if ($number % 10 === 7 && $try === 1 || $number % 10 === 3) {
            $this->manager->persist(new Product(1000 + $number, 'product 1'));
        }
        $this->manager->flush();
        delay(5);
        Log::expect($this->sales->find($sale->id) === $sale, 'another object for the same row');
        $count = $this->sales->count(['number' => $number, 'kind' => 'order']);
        Log::expect($count === 1, 'the order was handled before');
    }

    public function receipt(Receipt $receipt): void
    {
        $sale = $this->sales->findOneBy(['number' => $receipt->number]);
        delay(2);
        $this->manager->persist(new Sale($sale->product, $receipt->number, 'receipt'));
        $this->manager->flush();
    }
}

final class Shop extends Kernel
{
    use MicroKernelTrait;

    public function __construct(string $name, private array $async, private array $connection)
    {
        parent::__construct($name, false);
    }

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new DoctrineBundle(), new AsyncBundle()];
    }

    public function getProjectDir(): string { return dirname(__DIR__) . "/symfony_$this->environment.tmp"; }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $queue = 'doctrine://default?table_name=messages&queue_name=';
        $container->extension('framework', ['secret' => 'x', 'http_method_override' => false, 'messenger' => [
            'failure_transport' => 'failed',
            'transports' => [
                'orders' => ['dsn' => "{$queue}orders", 'retry_strategy' => ['max_retries' => 2, 'delay' => 0]],
                'failed' => "{$queue}failed",
            ],
            'routing' => [Order::class => 'orders'],
        ]]);
        $container->extension('doctrine', ['dbal' => ['connections' => ['default' => $this->connection]], 'orm' => [
            'auto_generate_proxy_classes' => true,
            'entity_managers' => ['default' => [
                'connection' => 'default',
                'mappings' => ['shop' => [
                    'type' => 'attribute', 'dir' => __DIR__ . '/entities', 'prefix' => 'Shop', 'is_bundle' => false,
                ]],
                'filters' => ['visible' => ['class' => Visible::class, 'enabled' => true]],
            ]],
        ]]);
        $container->extension('async', $this->async);
        $services = $container->services()->defaults()->autowire()->autoconfigure();
        $services->set('logger', Psr\Log\NullLogger::class);
        $services->set(Products::class, Products::class);
        $services->set(Seller::class, Seller::class)->tag('messenger.message_handler', ['handles' => Order::class])
            ->tag('messenger.message_handler', ['handles' => Receipt::class, 'method' => 'receipt']);
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('sell', '/sell/{number}')->controller('kernel::sell');
    }

    public function sell(int $number): Response
    {
        $manager = $this->getContainer()->get('doctrine')->getManager();
        $before = [$manager->isOpen(), $manager->getUnitOfWork()->size()];
        $product = $manager->find(Product::class, $number % 5);
        delay(5);
        $manager->persist($number % 2 ? new Product(1000 + $number, 'product 1') : new Sale($product, $number, 'request'));
        try {
            $manager->flush();
        } catch (Doctrine\DBAL\Exception\UniqueConstraintViolationException) {
        }
        return new Response(json_encode([...$before, $manager->isOpen()]));
    }

    public function doctrine(): ManagerRegistry
    {
        $this->boot();
        return $this->getContainer()->get('doctrine');
    }

    /** Makes the tables, and six products, one of them hidden. */
    public function install(): void
    {
        $manager = $this->doctrine()->getManager();
        (new SchemaTool($manager))->createSchema($manager->getMetadataFactory()->getAllMetadata());
        for ($i = 0; $i < 6; $i++) {
            $manager->persist(new Product($i, "product $i", $i === 5));
        }
        $manager->flush();
        $this->doctrine()->resetManager();
        $manager->getConnection()->close();
    }
}
