--TEST--
pfsockopen() in coroutines: the connection is kept, its waits are cooperative, and a later call gets it again (P10)
--FILE--
<?php
use function Async\{spawn, await, delay};
$listener = stream_socket_server('tcp://127.0.0.1:0');
[$host, $port] = explode(':', stream_socket_get_name($listener, false));
$accepted = 0;
$server = spawn(function () use ($listener, &$accepted) {
    while ($s = @stream_socket_accept($listener, 0.3)) {
        $accepted++;
        spawn(function () use ($s) {
            while (($line = fgets($s)) !== false && $line !== '') {
                delay(20);
                fwrite($s, strtoupper($line));
            }
        });
        $s = null;
    }
});
for ($i = 0; $i < 3; $i++) {
    echo await(spawn(function () use ($host, $port, $i) {
        $s = pfsockopen($host, (int) $port);
        fwrite($s, "round $i\n");
        return fgets($s);
    }));
}
await($server);
var_dump($accepted);
fclose(pfsockopen($host, (int) $port));
?>
--EXPECT--
ROUND 0
ROUND 1
ROUND 2
int(1)
