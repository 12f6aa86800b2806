--TEST--
Symfony's HttpClient and Clock as they are: 20 requests and 20 sleeps of 0.2 s at once
--EXTENSIONS--
curl
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('symfony/http-client', 'symfony'); is_dir(getenv('ASYNC_TEST_VENDOR') . '/symfony/clock') || die('skip needs symfony/clock'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
use Symfony\Component\Clock\NativeClock;
use Symfony\Component\HttpClient\{CurlHttpClient, NativeHttpClient};
use function Async\{await, spawn};

$queue = stream_context_create(['socket' => ['backlog' => 200]]);
$listener = stream_socket_server('tcp://127.0.0.1:0', context: $queue);
$url = 'http://' . stream_socket_get_name($listener, false);
$server = spawn(function () use ($listener) {
    while ($client = stream_socket_accept($listener, -1)) {
        spawn(function () use ($client) {
            $first = fgets($client);
            while (trim(fgets($client)) !== '');
            usleep(200_000);
            $content = explode(' ', $first)[1];
            fwrite($client, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " . strlen($content) . "\r\n\r\n$content");
            fclose($client);
        });
    }
});
foreach ([new CurlHttpClient(), new NativeHttpClient()] as $client) {
    $start = microtime(true);
    $all = array_map(fn ($n) => spawn(fn () => $client->request('GET', "$url/$n")->getContent()), range(1, 20));
    $contents = array_map(fn ($coroutine) => await($coroutine), $all);
    $took = microtime(true) - $start;
    echo $contents === array_map(fn ($n) => "/$n", range(1, 20)) ? 'right' : json_encode($contents), ', ', $took >= 0.2 && $took < 2 ? 'at once' : "$took s", "\n";
}
$clock = new NativeClock();
$start = microtime(true);
array_map(fn ($coroutine) => await($coroutine), array_map(fn () => spawn(fn () => $clock->sleep(0.2)), range(1, 20)));
$took = microtime(true) - $start;
echo $took >= 0.2 && $took < 2 ? 'at once' : "$took s", "\n";
$server->cancel();
?>
--EXPECT--
right, at once
right, at once
at once
