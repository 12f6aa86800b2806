--TEST--
libcurl's thread for name lookups waits while coroutines go on, also when a time limit or a cancellation comes first (P11, D11, IO-12)
--EXTENSIONS--
curl
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../dns/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/../dns/names.inc';
require __DIR__ . '/server.inc';
own_names('timeout:2 attempts:1');
$url = 'http://' . http_server();
$named = fn(string $name) => str_replace('127.0.0.1', $name, $url) . '/late/1/x';
transparent([
    'found' => fn() => get($named('d300.here.test')),
    'not found' => fn() => array_slice(get($named('d300.none.test')), 0, 3),
    'limit' => fn() => array_slice(get($named('hung1.test'), [CURLOPT_TIMEOUT_MS => 300]), 0, 2),
]);
echo "-- cancelled\n";
// libcurl waits for its resolver thread while coroutines go on.
$ticks = 0;
$metronome = spawn(function () use (&$ticks) {
    while (true) {
        delay(10);
        $ticks++;
    }
});
$call = spawn(fn() => get($named('hung2.test')));
delay(300);
$call->cancel();
$before = $ticks;
try {
    var_dump(await($call));
} catch (Async\AsyncCancellation) {
    echo $ticks - $before > 40 ? "others go on\n" : 'others: ' . ($ticks - $before) . "\n";
}
echo Async\stats()['blocked_in_place'], "\n";
exit;
?>
--EXPECT--
found: same
not found: same
limit: same
-- cancelled
others go on
0
