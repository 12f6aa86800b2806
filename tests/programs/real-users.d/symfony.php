<?php
/* Symfony HttpClient: its native and its curl client. */
require __DIR__ . '/common.inc';
use Symfony\Component\HttpClient\{NativeHttpClient, CurlHttpClient};
use Symfony\Contracts\HttpClient\Exception\{ClientExceptionInterface, TransportExceptionInterface};

$server = http_server();
$calls = [
    'late' => fn($c) => $c->request('GET', "$server/late/20/hello")->toArray(),
    'post' => fn($c) => $c->request('POST', "$server/echo", ['body' => 'abc', 'headers' => ['X-Mine' => 'yes']])->toArray(),
    'redirect' => fn($c) => [($r = $c->request('GET', "$server/redirect"))->getContent(), $r->getInfo('redirect_count')],
    'status' => function ($c) use ($server) {
        $r = $c->request('GET', "$server/status/404");
        try {
            $r->getContent();
        } catch (ClientExceptionInterface $e) {
            return [$r->getStatusCode(), get_class($e)];
        }
    },
    'timeout' => function ($c) use ($server) {
        try {
            $c->request('GET', "$server/late/3000/never", ['timeout' => 0.1])->getContent();
        } catch (TransportExceptionInterface $e) {
            return get_class($e);
        }
    },
    'several, streamed' => function ($c) use ($server) {
        $responses = [];
        for ($i = 0; $i < 5; $i++) {
            $responses[] = $c->request('GET', "$server/late/" . (50 - 10 * $i) . "/$i", ['user_data' => $i]);
        }
        $texts = [];
        foreach ($c->stream($responses) as $response => $chunk) {
            $texts[$i = $response->getInfo('user_data')] = ($texts[$i] ?? '') . $chunk->getContent();
        }
        ksort($texts);
        return $texts;
    },
];
$clients = ['native' => fn() => new NativeHttpClient] + (extension_loaded('curl') ? ['curl' => fn() => new CurlHttpClient] : []);
foreach ($clients as $name => $client) {
    foreach ($calls as $what => $call) {
        $plain[$name][$what] = $call($client());
    }
}
foreach ($clients as $name => $client) {
    foreach ($calls as $what => $call) {
        same("symfony $name: $what", $plain[$name][$what], Async\await(Async\spawn($call, $client())));
    }
    $together = together(2 * count($calls), fn($i) => array_values($calls)[$i % count($calls)]($client()));
    same("symfony $name: together", [...array_values($plain[$name]), ...array_values($plain[$name])], $together);
    [$texts, $ticks, $ms] = beside_ticks(fn() => together(20, fn($i) => $client()->request('GET', "$server/late/300/$i")->toArray()['text']));
    same("symfony $name: 20 requests", array_map('strval', range(0, 19)), $texts);
    check("symfony $name: at the same time", $ms < 3000 && $ticks > 10, "$ms ms, $ticks ticks");
}
