--TEST--
Several coroutines accept on one listener: each connection goes to one of them, none blocks the process (P3, P4, P11, IO-07)
--FILE--
<?php
use function Async\{spawn, await, delay};
// The usual backlog of 32 would make some of the clients try again after a second.
$listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 200]]));
$address = stream_socket_get_name($listener, false);
$seen = [];
for ($i = 0; $i < 4; $i++) {
    $servers[] = spawn(function () use ($listener, $i, &$seen) {
        while ($s = @stream_socket_accept($listener, 1)) {
            $seen[] = (int) fgets($s);
            fwrite($s, "$i\n");
            fclose($s);
        }
    });
}
for ($i = 0; $i < 100; $i++) {
    $clients[] = spawn(function () use ($address, $i) {
        $s = stream_socket_client("tcp://$address");
        fwrite($s, "$i\n");
        return fgets($s) !== false;
    });
}
echo count(array_filter(array_map('Async\await', $clients))), " answered\n";
sort($seen);
var_dump($seen === range(0, 99));
$start = hrtime(true);
array_map('Async\await', $servers);
var_dump((hrtime(true) - $start) / 1e9 < 3, Async\stats()['blocked_in_place']);
?>
--EXPECT--
100 answered
bool(true)
bool(true)
int(0)
