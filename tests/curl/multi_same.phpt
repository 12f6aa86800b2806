--TEST--
curl_multi_exec(), curl_multi_select() and related functions answer as outside a coroutine; other coroutines go on (P10, P11, IO-12)
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();

/** Run all to the end; answers in the order of the handles. */
function run(array $handles, float $limit = 1.0): array
{
    $multi = curl_multi_init();
    foreach ($handles as $handle) {
        curl_multi_add_handle($multi, $handle);
    }
    $results = [];
    do {
        $status = curl_multi_exec($multi, $running);
        while ($info = curl_multi_info_read($multi)) {
            $results[array_search($info['handle'], $handles, true)] = $info['result'];
        }
        if ($running) {
            curl_multi_select($multi, $limit);
        }
    } while ($running && $status === CURLM_OK);
    ksort($results);
    $contents = array_map('curl_multi_getcontent', $handles);
    foreach ($handles as $handle) {
        curl_multi_remove_handle($multi, $handle);
    }
    curl_multi_close($multi);
    return [$status, $results, $contents];
}
transparent([
    'several' => fn() => run([request("$url/late/100/a"), request("$url/late/300/b"), request("$url/late/200/c")]),
    'one' => fn() => run([request("$url/parts/100/a/b/c")]),
    'by name' => fn() => run([request(str_replace('127.0.0.1', 'localhost', $url) . '/late/300/a')]),
    'some fail' => fn() => run([request("$url/late/300/a"), request('http://127.0.0.1:1/'), request("$url/short/100")]),
    'short limits' => fn() => run([request("$url/late/300/a")], 0.02),
    'nothing to wait for' => function () {
        $multi = curl_multi_init();
        $start = hrtime(true);
        $result = curl_multi_select($multi, 0.3);
        return [$result, (hrtime(true) - $start) / 1e6 > 250];
    },
    'limit of select' => function () use ($url) {
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $handle = request("$url/late/700/a"));
        do {
            curl_multi_exec($multi, $running);
            // Until the request has been sent, curl has work to do at once.
        } while (curl_multi_select($multi, 0.02) > 0);
        $result = curl_multi_select($multi, 0.3);
        curl_multi_remove_handle($multi, $handle);
        return $result;
    },
    'one after the other on one connection' => function () use ($url) {
        $multi = curl_multi_init();
        curl_multi_setopt($multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1);
        foreach (['a', 'b', 'c'] as $i => $text) {
            curl_multi_add_handle($multi, $handles[] = request("$url/late/100/$text"));
        }
        do {
            curl_multi_exec($multi, $running);
            curl_multi_select($multi);
        } while ($running);
        return array_map(fn($h) => [curl_multi_getcontent($h), curl_getinfo($h, CURLINFO_NUM_CONNECTS)], $handles);
    },
    'write function' => function () use ($url) {
        $write = function ($h, $data) use (&$all) {
            $all .= $data;
            usleep(50000);
            return strlen($data);
        };
        return [run([request("$url/parts/100/a/b/c", [CURLOPT_WRITEFUNCTION => $write])]), $all];
    },
]);
?>
--EXPECT--
several: same
one: same
by name: same
some fail: same
short limits: same
nothing to wait for: same
limit of select: same
one after the other on one connection: same
write function: same
