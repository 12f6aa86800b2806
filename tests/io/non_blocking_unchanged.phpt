--TEST--
Non-blocking streams stay non-blocking, and no call changes O_NONBLOCK of a descriptor (P10, TR)
--FILE--
<?php
use function Async\{spawn, await};
require __DIR__ . '/transparency.inc';
/** O_NONBLOCK of the sockets made since the last call with $start, as the system reports it. */
function nonblocking(bool $start = false): string
{
    static $old = [];
    $new = [];
    foreach (is_dir('/proc/self/fdinfo') ? scandir('/proc/self/fd') : [] as $fd) {
        $name = (string) @readlink("/proc/self/fd/$fd");
        if (str_starts_with($name, 'socket:') && preg_match('/flags:\s+0*([0-7]+)/', (string) @file_get_contents("/proc/self/fdinfo/$fd"), $m)) {
            $new[$name] = octdec($m[1]) & 04000 ? 'non-blocking' : 'blocking';
        }
    }
    ksort($new); // in the order they were made
    if ($start) {
        $old = $new;
    }
    return implode(' ', array_diff_key($new, $old));
}
$address = talker();
$check = function () use ($address) {
    nonblocking(true);
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $r = [nonblocking()];
    $s = told($address, 'parts 600 one two three');
    $r[] = nonblocking();
    $r[] = fread($s, 10);
    $r[] = nonblocking();
    $r[] = stream_set_blocking($s, false);
    $r[] = nonblocking();
    $start = hrtime(true);
    $r[] = fread($s, 10);
    $r[] = fgets($s);
    $r[] = stream_get_contents($s);
    $r[] = feof($s);
    $r[] = (hrtime(true) - $start) / 1e6 < 300;
    $meta = stream_get_meta_data($s);
    $r[] = [$meta['blocked'], $meta['timed_out'], $meta['eof']];
    usleep(900000);
    $r[] = fread($s, 10);
    $r[] = stream_set_blocking($s, true);
    $r[] = fread($s, 10);
    $r[] = nonblocking();
    stream_set_blocking($listener, false);
    $r[] = stream_socket_accept($listener, 0);
    $r[] = nonblocking();
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_blocking($a, false);
    // First as much as fits, then nothing.
    $n = fwrite($a, str_repeat('x', 1 << 20));
    $r[] = $n > 0 && $n < 1 << 20;
    $r[] = @fwrite($a, 'x');
    return $r;
};
transparent(['answers and flags' => $check]);
?>
--EXPECT--
answers and flags: same
