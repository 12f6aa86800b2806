--TEST--
A cancellation that leaves a callback of curl_exec() ends the transfer, which stock PHP would go on with
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/server.inc';
// The answer comes in parts, for a minute.
$url = 'http://' . http_server() . '/parts/300/' . implode('/', range(1, 200));

$wait = function (string $name) use (&$waits) {
    $waits = true;
    delay(60000);
};
$callbacks = [
    'header' => [CURLOPT_HEADERFUNCTION => fn($handle, $line) => $wait('header') ?? strlen($line)],
    'write' => [CURLOPT_WRITEFUNCTION => fn($handle, $data) => $wait('write') ?? strlen($data)],
    'progress' => [CURLOPT_NOPROGRESS => false, CURLOPT_XFERINFOFUNCTION => fn() => $wait('progress') ?? 0],
];
foreach ($callbacks as $name => $options) {
    $waits = false;
    $handle = request($url, $options);
    $start = hrtime(true);
    $coroutine = spawn(function () use ($handle) {
        try {
            curl_exec($handle);
        } finally {
            echo curl_errno($handle) === 0 ? 'the transfer has succeeded' : 'the transfer has failed', "\n";
        }
    });
    while (!$waits) {
        delay(1);
    }
    $coroutine->cancel();
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation $e) {
        echo "$name: ", hrtime(true) - $start < 30e9 ? 'ended' : 'late', "\n";
    }
    // The handle is good.
    curl_reset($handle);
    curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_URL => preg_replace('~/parts.*~', '/late/0/again', $url)]);
    echo curl_exec($handle), "\n";
}
?>
--EXPECT--
the transfer has failed
header: ended
again
the transfer has failed
write: ended
again
the transfer has failed
progress: ended
again
