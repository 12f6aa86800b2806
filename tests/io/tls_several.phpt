--TEST--
Several coroutines use a TLS stream: both directions at once, whole lines, whole writes, a close meanwhile (D28, P11)
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
require __DIR__ . '/certificate.inc';
$file = certificate();
$listener = stream_socket_server('tls://127.0.0.1:0', context: stream_context_create(['ssl' => ['local_cert' => $file]]));
small_buffers($listener);
$trust = ['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']];
/** Small buffers, so that long writes have to wait. */
function small_buffers($stream): void
{
    $socket = socket_import_stream($stream);
    socket_set_option($socket, SOL_SOCKET, SO_SNDBUF, 32768);
    socket_set_option($socket, SOL_SOCKET, SO_RCVBUF, 32768);
}
function pair(): array
{
    global $listener, $trust;
    $server = spawn(fn() => stream_socket_accept($listener, 10));
    $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false), $c, $m, 10,
        STREAM_CLIENT_CONNECT, stream_context_create($trust));
    small_buffers($client);
    stream_socket_enable_crypto($client, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
    return [$client, await($server)];
}
function until($coroutine, string $type): void
{
    while (($coroutine->getAwaitingInfo()['type'] ?? '') !== $type) {
        suspend();
    }
}
function runs(string $data): string
{
    for ($at = 0, $runs = []; $at < strlen($data); $at += $length) {
        $length = strspn($data, $data[$at], $at);
        $runs[] = "{$data[$at]} $length";
    }
    return implode(', ', $runs);
}
/** Read this many bytes, or up to the end. */
function read($stream, int $size): string
{
    for ($data = ''; strlen($data) < $size && ($part = fread($stream, $size - strlen($data))) !== '' && $part !== false;) {
        $data .= $part;
    }
    return $data;
}
$size = 200000;

[$a, $b] = pair();
echo "lines to several readers\n";
for ($i = 0; $i < 3; $i++) {
    $readers[$i] = spawn(fn() => fgets($a));
    suspend();
}
foreach (['al', "pha\nbe", "ta\ngam", "ma\n"] as $part) {
    fwrite($b, $part);
    delay(2);
}
echo await($readers[0]), await($readers[1]), await($readers[2]);

echo "a writer beside a reader that waits\n";
$reader = spawn(fn() => fgets($a));
until($reader, 'descriptor');
var_dump(stream_get_meta_data($a)['blocked']);
$writer = spawn(fn() => fwrite($a, str_repeat('w', $size)));
$received = spawn(fn() => runs(read($b, $size)));
echo await($writer), ' ', await($received), "\n";
fwrite($b, "an answer\n");
echo await($reader);
var_dump(stream_get_meta_data($a)['blocked']);

echo "several long writes\n";
$writers = array_map(fn($letter) => spawn(fn() => fwrite($a, str_repeat($letter, $size))), ['A', 'B', 'C']);
until($writers[0], 'descriptor');
$received = read($b, 50000);
$writers[] = spawn(fn() => fwrite($a, 'd'));
suspend();
$received .= read($b, 3 * $size + 1 - 50000);
echo runs($received), '; ', implode(' ', array_map('Async\await', $writers)), "\n";

echo "both ways at once, all four ends wait\n";
$ends = [
    spawn(fn() => fwrite($a, str_repeat('>', $size))),
    spawn(fn() => fwrite($b, str_repeat('<', $size))),
    spawn(fn() => runs(read($a, $size))),
    spawn(fn() => runs(read($b, $size))),
];
echo implode('; ', array_map('Async\await', $ends)), "\n";

echo "the reader has its answer, the writer goes on waiting\n";
$writer = spawn(fn() => fwrite($a, str_repeat('w', $size)));
until($writer, 'descriptor');
$reader = spawn(fn() => fgets($a));
until($reader, 'descriptor');
fwrite($b, "one more\n");
echo await($reader);
$received = spawn(fn() => runs(read($b, $size)));
echo await($writer), ' ', await($received), "\n";

echo "the writer is done, the reader goes on waiting\n";
$reader = spawn(fn() => fgets($a));
until($reader, 'descriptor');
fwrite($a, "something\n");
echo fgets($b);
fwrite($b, 'not ');
delay(5);
$ticks = 0;
$ticker = spawn(function () use (&$ticks) {
    for (; $ticks < 3; $ticks++) {
        delay(1);
    }
});
await($ticker);
fwrite($b, "blocked\n");
echo await($reader);

echo "closed by another coroutine\n";
foreach ([10, -1] as $limit) {
    [$a, $b] = pair();
    stream_set_timeout($a, $limit);
    $reader = spawn(fn() => @fgets($a));
    until($reader, 'descriptor');
    $writer = spawn(fn() => @fwrite($a, str_repeat('x', 2000000)) < 2000000);
    until($writer, 'descriptor');
    $next = spawn(function () use ($a) {
        try {
            return fgets($a);
        } catch (TypeError $e) {
            return $e->getMessage();
        }
    });
    until($next, 'lock');
    $start = hrtime(true);
    fclose($a);
    var_dump(await($reader), await($writer), await($next), hrtime(true) - $start < 5e9);
}
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECTF--
lines to several readers
alpha
beta
gamma
a writer beside a reader that waits
bool(true)
200000 w 200000
an answer
bool(true)
several long writes
A 200000, B 200000, C 200000, d 1; 200000 200000 200000 1
both ways at once, all four ends wait
200000; 200000; < 200000; > 200000
the reader has its answer, the writer goes on waiting
one more
200000 w 200000
the writer is done, the reader goes on waiting
something
not blocked
closed by another coroutine
bool(false)
bool(true)
string(%d) "fgets(): %sstream resource"
bool(true)
bool(false)
bool(true)
string(%d) "fgets(): %sstream resource"
bool(true)
int(0)
