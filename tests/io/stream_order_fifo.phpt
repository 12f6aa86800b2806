--TEST--
Readers and writers of one stream run in the order of their calls; a new call does not overtake (D28)
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, suspend};
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
// Reads fill their buffer, so that the next one tries without waiting.
stream_set_chunk_size($a, 2);
for ($i = 0; $i < 3; $i++) {
    $readers[$i] = spawn(fn() => fgets($a));
    suspend();
}
fwrite($b, 'al');
Async\delay(1);
fwrite($b, "pha\nbeta\ngamma\n");
// The first one has read "al" and waits for more, which has arrived already.
$late = spawn(fn() => fgets($a));
suspend();
fwrite($b, "delta\n");
foreach ([...$readers, $late] as $reader) {
    echo await($reader);
}

/** Small buffers, so that long writes have to wait. */
function small_buffers($stream): void
{
    $socket = socket_import_stream($stream);
    socket_set_option($socket, SOL_SOCKET, SO_SNDBUF, 32768);
    socket_set_option($socket, SOL_SOCKET, SO_RCVBUF, 32768);
}
/** The letters in order, and the length of each run. */
function runs(string $data): string
{
    for ($at = 0, $runs = []; $at < strlen($data); $at += $length) {
        $length = strspn($data, $data[$at], $at);
        $runs[] = "{$data[$at]} $length";
    }
    return implode(', ', $runs);
}

/** Long writes of several coroutines, read meanwhile; and a short write each time that there is room again. */
function write_together($to, $from): void
{
    $size = 200000;
    foreach (['A', 'B', 'C'] as $letter) {
        $writers[] = spawn(fn() => fwrite($to, str_repeat($letter, $size)));
    }
    suspend();
    $data = '';
    while (strlen($data) < 3 * $size) {
        $data .= fread($from, 20000);
        if (!isset($short)) {
            $short = spawn(fn() => fwrite($to, 'd'));
            suspend();
        }
    }
    $lengths = array_map('Async\await', [...$writers, $short]);
    $data .= strlen($data) < 3 * $size + 1 ? fread($from, 1) : '';
    echo runs($data), '; ', implode(' ', $lengths), "\n";
}
echo "unix\n";
small_buffers($a);
small_buffers($b);
write_together($b, $a);
echo "tcp\n";
$listener = stream_socket_server('tcp://127.0.0.1:0');
small_buffers($listener);
$client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
small_buffers($client);
$server = stream_socket_accept($listener);
write_together($client, $server);
write_together($server, $client);
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
alpha
beta
gamma
delta
unix
A 200000, B 200000, C 200000, d 1; 200000 200000 200000 1
tcp
A 200000, B 200000, C 200000, d 1; 200000 200000 200000 1
A 200000, B 200000, C 200000, d 1; 200000 200000 200000 1
int(0)
