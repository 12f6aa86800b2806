--TEST--
A coroutine is cancelled while a callback of curl_multi_exec() waits: no transfer loses data, and the next wait throws
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();

function run(string $title, string $url, int $option): void
{
    $multi = curl_multi_init();
    $results = $got = $handles = [];
    $waits = $goes_on = false;
    for ($i = 0; $i < 6; $i++) {
        $handles[$i] = curl_init();
        curl_setopt_array($handles[$i], [
            CURLOPT_URL => "$url/late/" . ($i ? '60' : '0') . "/text$i",
            CURLOPT_WRITEFUNCTION => function ($handle, $data) use ($i, &$got) {
                $got[$i] = ($got[$i] ?? '') . $data;
                return strlen($data);
            },
        ]);
    }
    $callback = function ($handle, $data) use ($option, &$waits, &$goes_on, &$got) {
        if (!$waits) {
            $waits = true;
            while (!$goes_on) {
                delay(1);
            }
        }
        if ($option === CURLOPT_WRITEFUNCTION) {
            $got[0] = ($got[0] ?? '') . $data;
        }
        return $option === CURLOPT_XFERINFOFUNCTION ? 0 : strlen($data);
    };
    curl_setopt_array($handles[0], [CURLOPT_NOPROGRESS => $option !== CURLOPT_XFERINFOFUNCTION, $option => $callback]);
    foreach ($handles as $handle) {
        curl_multi_add_handle($multi, $handle);
    }
    $serve = function () use ($multi, $handles, &$results) {
        do {
            curl_multi_exec($multi, $running);
            while ($message = curl_multi_info_read($multi)) {
                $results[array_search($message['handle'], $handles, true)] = $message['result'];
            }
            curl_multi_select($multi);
        } while ($running);
        delay(1);
    };
    $cancelled = spawn($serve);
    while (!$waits) {
        delay(1);
    }
    // The other answers have come meanwhile, and the same curl_multi_exec() reads them.
    delay(300);
    $cancelled->cancel();
    delay(20);
    echo "$title: ", $cancelled->isCompleted() ? 'ended' : 'goes on', ', ';
    $goes_on = true;
    try {
        await($cancelled);
    } catch (Async\AsyncCancellation) {
        echo 'cancelled, ';
    }
    await(spawn($serve));
    ksort($got);
    ksort($results);
    echo $results === array_fill(0, 6, CURLE_OK) ? 'all succeed, ' : 'some fail, ';
    echo implode(' ', $got), "\n";
}

run('write', $url, CURLOPT_WRITEFUNCTION);
run('header', $url, CURLOPT_HEADERFUNCTION);
run('progress', $url, CURLOPT_XFERINFOFUNCTION);
?>
--EXPECT--
write: goes on, cancelled, all succeed, text0 text1 text2 text3 text4 text5
header: goes on, cancelled, all succeed, text0 text1 text2 text3 text4 text5
progress: goes on, cancelled, all succeed, text0 text1 text2 text3 text4 text5
