--TEST--
Time limits of curl end calls with the same error and at the same time as outside a coroutine (P10, P11, IO-12)
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();
// This listener never accepts: a connection is made, and the handshake is never answered.
$deaf = stream_socket_server('tcp://127.0.0.1:0');
$deaf_address = stream_socket_get_name($deaf, false);
// Here the backlog is full, and connects are not answered.
$full = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 0]]));
$full_address = stream_socket_get_name($full, false);
for ($i = 0; $i < 3; $i++) {
    $fill[] = @stream_socket_client("tcp://$full_address", $code, $message, 0.1);
}

// The limit must not end what comes before the wait: under a tool, the first connect takes long.
$limit = getenv('ASYNC_TEST_TOOL') ? 1500 : 300;
$parts = $limit * 2 / 3;
get("$url/late/1/x");
/** With the time rounded to a few milliseconds. */
$timed = function (string $url, array $options) use ($limit) {
    $start = hrtime(true);
    $result = get($url, $options);
    $result[2] = preg_replace('/\d+/', 'N', $result[2]);
    // curl can see either limit first, that of the call or that of the only address: they differ by a millisecond.
    $result[2] = preg_replace('/^Failed to connect to .* Timeout was reached$/', 'Connection timeout after …', $result[2]);
    return [$result, (hrtime(true) - $start) / 1e6 >= $limit - 5];
};
transparent([
    'whole call' => fn() => $timed("$url/silent", [CURLOPT_TIMEOUT_MS => $limit]),
    'in the middle of the body' => fn() => $timed("$url/parts/$parts/a/b/c/d", [CURLOPT_TIMEOUT_MS => $limit]),
    'by name' => fn() => $timed(str_replace('127.0.0.1', 'localhost', "$url/silent"), [CURLOPT_TIMEOUT_MS => $limit]),
    'connecting' => fn() => $timed("http://$full_address/", [CURLOPT_CONNECTTIMEOUT_MS => $limit]),
    'handshake' => fn() => $timed("https://$deaf_address/", [CURLOPT_CONNECTTIMEOUT_MS => $limit]),
    'too slow' => fn() => $timed("$url/silent", [CURLOPT_LOW_SPEED_LIMIT => 1000, CURLOPT_LOW_SPEED_TIME => 1]),
    'not reached' => fn() => get("$url/late/300/hello", [CURLOPT_TIMEOUT_MS => 30000, CURLOPT_CONNECTTIMEOUT_MS => 30000]),
    'usable afterwards' => function () use ($url) {
        $handle = request("$url/silent", [CURLOPT_TIMEOUT_MS => 300]);
        curl_exec($handle);
        $error = curl_errno($handle);
        curl_setopt($handle, CURLOPT_URL, "$url/late/100/hello");
        return [$error, curl_exec($handle)];
    },
    'delay function' => fn() => get("$url/late/300/x", [CURLOPT_NOPROGRESS => false, CURLOPT_TIMEOUT_MS => 30000,
        CURLOPT_PROGRESSFUNCTION => function () { usleep(1000); return 0; }]),
]);
?>
--EXPECT--
whole call: same
in the middle of the body: same
by name: same
connecting: same
handshake: same
too slow: same
not reached: same
usable afterwards: same
delay function: same
