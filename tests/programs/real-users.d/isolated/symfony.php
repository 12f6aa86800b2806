<?php
/* A Symfony kernel: routing, events, sessions, translations, Twig. One kernel for each request, as with php-fpm. */
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

class IsolatedKernel extends Kernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle, new TwigBundle];
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
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('page', '/{_locale}/{user}')->controller([$this, 'page']);
    }

    public function page(Request $request, string $user, TranslatorInterface $translator, Environment $twig): Response
    {
        Account::enter($user);
        date_default_timezone_set($request->query->get('zone'));
        $request->getSession()->getFlashBag()->add('notice', $request->query->get('message'));
        usleep(3000);
        if ($request->query->get('fails')) {
            throw new DomainException('no page for ' . Account::$name . ' in ' . $translator->getLocale());
        }
        $body = $twig->render('page.txt.twig', [
            'hello' => $translator->trans('hello', ['%user%' => Account::$name]),
            'zone' => date('H:i T', 86400),
            'seen' => Account::seen(),
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
