--TEST--
examples/framework-server.php with a Symfony application: 40 requests at once in two processes, a session, errors, a streamed response
--EXTENSIONS--
mbstring
pcntl
posix
session
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('symfony/framework-bundle', 'symfony');
is_file(__DIR__ . '/../../examples/framework-server.php') || die('skip the examples are not here');
?>
--FILE--
<?php
require __DIR__ . '/../examples/framework_server.inc';

$site = make_site([
    'index.php' => '<?php
        require_once dirname(__DIR__) . "/vendor/autoload.php";
        require_once __DIR__ . "/Kernel.php";
        return fn (array $context) => new Kernel($context["APP_ENV"], $context["APP_DEBUG"]);',
    'style.css' => 'p { color: red }',
    'Kernel.php' => <<<'PHP'
        <?php
        use Symfony\Bundle\FrameworkBundle\{FrameworkBundle, Kernel\MicroKernelTrait};
        use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
        use Symfony\Component\HttpFoundation\{JsonResponse, Request, Response, StreamedResponse};
        use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

        class Kernel extends Symfony\Component\HttpKernel\Kernel
        {
            use MicroKernelTrait;
            private static int $calls = 0;
            public function registerBundles(): iterable { yield new FrameworkBundle(); }
            public function getProjectDir(): string { return dirname(__DIR__); }
            protected function configureContainer(ContainerConfigurator $container): void
            {
                $container->extension('framework', ['secret' => 'x', 'http_method_override' => false,
                    'session' => ['handler_id' => null, 'save_path' => dirname(__DIR__) . '/sessions']]);
                $container->services()->set('logger', Psr\Log\NullLogger::class);
            }
            protected function configureRoutes(RoutingConfigurator $routes): void
            {
                foreach (['hello', 'session', 'fails', 'streams'] as $name) $routes->add($name, "/$name")->controller("kernel::$name");
            }
            public function hello(Request $request): Response
            {
                $calls = ++self::$calls;
                usleep(200_000);
                return new JsonResponse([$request->query->get('n'), $request->getContent(), $request->cookies->get('c'), $calls, self::$calls]);
            }
            public function session(Request $request): Response
            {
                $request->getSession()->set('n', $n = $request->getSession()->get('n', 0) + 1);
                return new Response("n is $n");
            }
            public function fails(): Response { throw new RuntimeException('secret detail'); }
            public function streams(): Response
            {
                return new StreamedResponse(function () { foreach (['one', 'two', 'three'] as $part) { echo $part; ob_flush(); usleep(1000); } });
            }
        }
        PHP,
]);
mkdir("$site/vendor");
file_put_contents("$site/vendor/autoload.php", '<?php return require ' . var_export(getenv('ASYNC_TEST_VENDOR') . '/autoload.php', true) . ';');
[$server, $address] = start_server($site, '--workers=2', 'index.php');
$body = fn ($client) => explode("\n\n", plain(stream_get_contents($client)), 2)[1];
$status = fn ($client) => strtok(plain(stream_get_contents($client)), "\n");
// The first request makes the container.
echo $body(send($address, request('/hello?n=0'))), "\n";

$start = microtime(true);
$clients = array_map(fn ($n) => send($address, request("/hello?n=$n", 'POST', ['Cookie' => "c=c$n"], "body $n")), range(1, 40));
$right = 0;
foreach ($clients as $i => $client) {
    $n = $i + 1;
    $right += ($is = $body($client)) === "[\"$n\",\"body $n\",\"c$n\",1,1]" ?: print("$n: $is\n");
}
echo "$right right, ", microtime(true) - $start < 4 ? 'at once' : 'slow', "\n";

$answer = stream_get_contents(send($address, request('/session')));
preg_match('~^Set-Cookie: (PHPSESSID=[^;]+)~m', $answer, $cookie);
echo substr(strrchr($answer, "\n"), 1), ', ', $body(send($address, request('/session', headers: ['Cookie' => $cookie[1]]))), "\n";
$page = plain(stream_get_contents(send($address, request('/fails'))));
echo strtok($page, "\n"), str_contains($page, 'secret detail') || !str_contains($page, '<html') ? " BROKEN: $page" : '', ' ', $status(send($address, request('/nowhere'))), ' ', $body(send($address, request('/streams'))), ' ',
    $body(send($address, request('/style.css'))), ' ', $status(send($address, request('/Kernel.php'))), "\n";
proc_terminate($server, SIGTERM);
echo 'status ', proc_close($server), ' ', file_get_contents("$site/errors"), "\n";
?>
--EXPECT--
["0","",null,1,1]
40 right, at once
n is 1, n is 2
500 404 onetwothree p { color: red } 404
status 0
