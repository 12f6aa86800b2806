--TEST--
HttpClient's responses as streams in isolated scopes: its stream wrapper is registered once for all of them
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('symfony/http-client', 'symfony'); is_dir(getenv('ASYNC_TEST_VENDOR') . '/symfony/messenger') || die('skip needs symfony/messenger'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('http-foundation', 'Async\HttpFoundation');
load_adapter('symfony', 'Async\Symfony');
use Async\Symfony\Messenger\IsolatedBus;
use Symfony\Component\HttpClient\{MockHttpClient, Response\MockResponse};
use Symfony\Component\Messenger\{Envelope, Handler\HandlersLocator, MessageBus, Middleware\HandleMessageMiddleware};

$bus = new IsolatedBus(new MessageBus([new HandleMessageMiddleware(new HandlersLocator(['*' => [function (stdClass $message) {
    $client = new MockHttpClient(new MockResponse("page $message->n"));
    echo stream_get_contents($client->request('GET', 'http://localhost/')->toStream()), "\n";
}]]))]));
for ($n = 1; $n <= 3; $n++) {
    $bus->dispatch((object) ['n' => $n]);
}
?>
--EXPECT--
page 1
page 2
page 3
