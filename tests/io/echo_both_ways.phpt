--TEST--
8 MiB in both directions at once: a full socket makes the writer wait, no deadlock, every byte arrives (P4, P11)
--FILE--
<?php
use function Async\{spawn, await};
const SIZE = 8 << 20;
foreach (['tcp://127.0.0.1:0', 'unix://' . sys_get_temp_dir() . '/async-echo-' . getmypid() . '.sock'] as $where) {
    $listener = stream_socket_server($where);
    $server = spawn(function () use ($listener) {
        $s = stream_socket_accept($listener);
        $n = stream_copy_to_stream($s, $s);
        stream_socket_shutdown($s, STREAM_SHUT_WR);
        return $n;
    });
    $name = stream_socket_get_name($listener, false);
    $s = stream_socket_client($where[0] === 't' ? "tcp://$name" : $where);
    $data = random_bytes(SIZE / 8);
    $writer = spawn(function () use ($s, $data) {
        for ($i = 0, $n = 0; $i < 8; $i++) {
            $n += fwrite($s, $data);
        }
        stream_socket_shutdown($s, STREAM_SHUT_WR);
        return $n;
    });
    $reader = spawn(fn() => stream_get_contents($s));
    var_dump(await($reader) === str_repeat($data, 8), await($writer) === SIZE, await($server) === SIZE);
}
unlink(substr($where, 7));
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
