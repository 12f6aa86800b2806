<?php
/* Guzzle, with its stream handler and with its curl handler. */
require __DIR__ . '/common.inc';
use GuzzleHttp\{Client, HandlerStack, Handler\StreamHandler, Handler\CurlHandler, Handler\CurlMultiHandler};

$server = http_server();
$calls = [
    'late' => fn(Client $c) => (string) $c->get('/late/20/hello')->getBody(),
    'post' => fn(Client $c) => json_decode((string) $c->post('/echo', ['body' => 'abc', 'headers' => ['X-Mine' => 'yes']])->getBody()),
    'redirect' => fn(Client $c) => [(string) $c->get('/redirect')->getBody(), $c->get('/redirect', ['allow_redirects' => false])->getStatusCode()],
    'status' => function (Client $c) {
        try {
            $c->get('/status/404');
        } catch (GuzzleHttp\Exception\ClientException $e) {
            return [$e->getCode(), get_class($e), (string) $e->getResponse()->getBody()];
        }
    },
    'timeout' => function (Client $c) {
        try {
            $c->get('/late/3000/never', ['timeout' => 0.1, 'read_timeout' => 0.1]);
        } catch (GuzzleHttp\Exception\TransferException $e) {
            return get_class($e);
        }
    },
    'no server' => function (Client $c) {
        try {
            $c->get('http://127.0.0.1:1/');
        } catch (GuzzleHttp\Exception\ConnectException $e) {
            return get_class($e);
        }
    },
    'stream' => fn(Client $c) => stream_get_contents($c->get('/late/20/streamed', ['stream' => true])->getBody()->detach()),
    'promises' => fn(Client $c) => array_map(fn($r) => (string) $r->getBody(),
        GuzzleHttp\Promise\Utils::unwrap([$c->getAsync('/late/20/a'), $c->getAsync('/late/20/b')])),
];
foreach (['stream' => StreamHandler::class, 'curl' => CurlHandler::class, 'curl multi' => CurlMultiHandler::class] as $name => $handler) {
    if ($name !== 'stream' && !extension_loaded('curl')) {
        continue;
    }
    $client = fn() => new Client(['base_uri' => $server, 'handler' => HandlerStack::create(new $handler)]);
    foreach ($calls as $what => $call) {
        $plain[$name][$what] = $call($client());
    }
}
foreach ($plain as $name => $answers) {
    $handler = ['stream' => StreamHandler::class, 'curl' => CurlHandler::class, 'curl multi' => CurlMultiHandler::class][$name];
    $client = fn() => new Client(['base_uri' => $server, 'handler' => HandlerStack::create(new $handler)]);
    foreach ($answers as $what => $answer) {
        same("guzzle $name: $what", $answer, Async\await(Async\spawn($calls[$what], $client())));
    }
    // All at the same time, each twice.
    foreach (array_chunk(together(2 * count($calls), fn($i) => array_values($calls)[$i % count($calls)]($client())), count($calls)) as $round) {
        same("guzzle $name: together", array_values($answers), $round);
    }
    // 20 requests of 300 ms; one client for all of them.
    $shared = $client();
    [$texts, $ticks, $ms] = beside_ticks(fn() => together(20, fn($i) => (string) $shared->get("/late/300/$i")->getBody()));
    same("guzzle $name: 20 requests", array_map(fn($i) => "{\"text\":\"$i\"}", range(0, 19)), $texts);
    check("guzzle $name: at the same time", $ms < 3000 && $ticks > 10, "$ms ms, $ticks ticks");
}
