--TEST--
Several coroutines accept on one listener: each connection goes to one of them, none blocks the process (P3, P4, P11, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await};
require __DIR__ . '/sockets.inc';
[$listener, $port] = listener(200);
socket_set_option($listener, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 1, 'usec' => 0]);
$seen = [];
for ($i = 0; $i < 4; $i++) {
    $servers[] = spawn(function () use ($listener, $i, &$seen) {
        while ($s = @socket_accept($listener)) {
            $seen[] = (int) socket_read($s, 9);
            socket_write($s, "$i");
            socket_close($s);
        }
        return error_of($listener);
    });
}
for ($i = 0; $i < 100; $i++) {
    $clients[] = spawn(function () use ($port, $i) {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_connect($s, '127.0.0.1', $port);
        socket_write($s, "$i");
        return socket_read($s, 9) !== false;
    });
}
echo count(array_filter(array_map('Async\await', $clients))), " answered\n";
sort($seen);
var_dump($seen === range(0, 99));
array_map('Async\await', $servers);
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
100 answered
bool(true)
int(0)
