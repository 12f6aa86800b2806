<?php
/*
 * A Symfony kernel: routing, events, sessions, translations, Twig, Doctrine's ORM. One kernel for each request, as with
 * php-fpm; each has an entity manager, and a connection to a database in memory.
 */
use Doctrine\Bundle\DoctrineBundle\DoctrineBundle;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Tools\SchemaTool;
use Shop\Customer;
use Shop\Purchase;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\TwigBundle\TwigBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;
use Symfony\Contracts\Translation\TranslatorInterface;
use Twig\Environment;

require getenv('REAL_USERS_PACKAGES') . '/vendor/autoload.php';

class Account
{
    public static ?string $name = null;
    private static array $seen = [];

    public static function enter(string $name): void
    {
        self::$name = $name;
        self::$seen[] = $name;
    }

    public static function seen(): string
    {
        return implode(', ', self::$seen);
    }
}

/** Each request registers it under the same name, with its own user: types are kept in a static property. */
class SignedType extends Doctrine\DBAL\Types\StringType
{
    public string $by = 'none';

    public function convertToDatabaseValue(mixed $value, Doctrine\DBAL\Platforms\AbstractPlatform $platform): string
    {
        return "$value, signed by $this->by";
    }
}

class IsolatedKernel extends Kernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle, new TwigBundle, new DoctrineBundle];
    }

    public function getProjectDir(): string
    {
        return __DIR__;
    }

    public function getCacheDir(): string
    {
        return getenv('REAL_USERS_WORK') . '/cache';
    }

    public function getLogDir(): string
    {
        return getenv('REAL_USERS_WORK') . '/log';
    }

    protected function configureContainer(ContainerBuilder $container, LoaderInterface $loader): void
    {
        $container->loadFromExtension('framework', [
            'secret' => 'none',
            'http_method_override' => false,
            'handle_all_throwables' => true,
            'php_errors' => ['log' => false],
            'session' => [
                'storage_factory_id' => 'session.storage.factory.native',
                'handler_id' => 'session.handler.native_file',
                'save_path' => getenv('REAL_USERS_WORK') . '/sessions',
                'use_cookies' => false,
            ],
            'translator' => ['default_path' => '%kernel.project_dir%/translations', 'fallbacks' => ['en']],
            'default_locale' => 'en',
        ]);
        $container->loadFromExtension('twig', ['default_path' => '%kernel.project_dir%/templates']);
        $container->loadFromExtension('doctrine', [
            'dbal' => ['driver' => 'pdo_sqlite', 'memory' => true],
            'orm' => [
                'enable_lazy_ghost_objects' => true,
                'controller_resolver' => ['auto_mapping' => false],
                'mappings' => ['Shop' => ['type' => 'attribute', 'is_bundle' => false, 'prefix' => 'Shop',
                    'dir' => '%kernel.project_dir%/entities']],
            ],
        ]);
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('page', '/{_locale}/{user}')->controller([$this, 'page']);
    }

    /** The customer with some purchases, written by one flush, and read again. */
    private function customer(string $user, array $settings, EntityManagerInterface $entities): Customer
    {
        $type = new SignedType;
        $type->by = $user;
        Type::getTypeRegistry()->has('signed')
            ? Type::getTypeRegistry()->override('signed', $type) : Type::getTypeRegistry()->register('signed', $type);
        (new SchemaTool($entities))->createSchema($entities->getMetadataFactory()->getAllMetadata());
        $customer = new Customer($user, $settings);
        for ($i = strlen($user) + ord($user[-1]) % 4; $i > 0; $i--) {
            $customer->purchases[] = new Purchase($customer, "item $i", "$i.50", new DateTimeImmutable('2020-02-02'));
        }
        $entities->persist($customer);
        $entities->flush();
        $entities->clear();
        return $entities->getRepository(Customer::class)->findOneBy(['name' => $user]);
    }

    /** Queries, lazy objects, the identity map, a transaction that is undone, a row that is there already. */
    private function account(Customer $customer, EntityManagerInterface $entities): array
    {
        $lines = [];
        $query = $entities->createQuery('SELECT p FROM Shop\Purchase p JOIN p.customer c WHERE c.name = :name ORDER BY p.item');
        foreach ($query->setParameter('name', $customer->name)->toIterable() as $purchase) {
            usleep(300);
            $same = $purchase->customer === $customer && $entities->find(Purchase::class, $purchase->id) === $purchase;
            $lines[] = "$purchase->item $purchase->price " . $purchase->bought->format('c') . ($same ? '' : ' NOT THE SAME');
        }
        try {
            $entities->wrapInTransaction(function () use ($customer, $entities) {
                $customer->name .= ' changed';
                $entities->flush();
                usleep(500);
                throw new LengthException('undone');
            });
        } catch (LengthException $e) {
            $lines[] = $e->getMessage() . ($entities->isOpen() ? ' open' : ' closed');
        }
        $signed = $entities->getConnection()->executeQuery('SELECT name, ? FROM Customer', ['text'], ['signed'])->fetchNumeric();
        return [...$lines, ...$signed, ...$customer->seen, count($customer->purchases) . ' purchases'];
    }

    public function page(
        Request $request,
        string $user,
        TranslatorInterface $translator,
        Environment $twig,
        EntityManagerInterface $entities,
    ): Response {
        Account::enter($user);
        date_default_timezone_set($request->query->get('zone'));
        $request->getSession()->getFlashBag()->add('notice', $request->query->get('message'));
        $customer = $this->customer($user, $request->query->all(), $entities);
        if ($request->query->get('fails')) {
            throw new DomainException('no page for ' . Account::$name . ' in ' . $translator->getLocale());
        }
        $body = $twig->render('page.txt.twig', [
            'hello' => $translator->trans('hello', ['%user%' => Account::$name]),
            'zone' => date('H:i T', 86400),
            'seen' => Account::seen(),
            'account' => $this->account($customer, $entities),
            'settings' => $customer->settings,
        ]);
        usleep(2000);
        return new Response($body, 200, ['X-User' => Account::$name]);
    }
}

return function (array $request): void {
    $kernel = new IsolatedKernel('prod', false);
    $query = http_build_query(['zone' => $request['zone'], 'message' => $request['message'], 'fails' => (int) $request['fails']]);
    $http = Request::create("/{$request['locale']}/{$request['user']}?$query");
    usleep(500);
    try {
        $response = $kernel->handle($http, catch: false);
        echo $response->getStatusCode(), ' ', $response->headers->get('X-User'), "\n", $response->getContent();
        $kernel->terminate($http, $response);
    } finally {
        $kernel->shutdown();
    }
};
