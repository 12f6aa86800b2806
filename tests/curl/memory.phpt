--TEST--
The first transfer of a coroutine to a stream leaves as little memory behind as PHP's own test of that allows
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/server.inc';

use function Async\{await, spawn};

$url = 'http://' . http_server() . '/late/0/x';
await(spawn(function () use ($url) {
    $curl = curl_init();
    $file = fopen('/dev/null', 'w');
    $before = memory_get_usage();
    for ($i = 0; $i < 20; $i++) {
        curl_setopt($curl, CURLOPT_URL, $url);
        curl_setopt($curl, CURLOPT_FILE, $file);
        curl_exec($curl);
    }
    $more = memory_get_usage() - $before;
    echo $more <= 1024 ? 'little' : "BROKEN: $more bytes", "\n";
}));
?>
--EXPECT--
little
