--TEST--
stream_select() waits cooperatively and answers as outside a coroutine: mixed sets, buffers, files, time limits (P10, P11, IO-06)
--FILE--
<?php
require __DIR__ . '/transparency.inc';
$talker = talker();

/** The members left in the sets, by key. */
function keys(?array ...$sets): array
{
    return array_map(fn($set) => $set === null ? null : array_keys($set), $sets);
}
$pair = fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$full = function () use ($pair): array {
    [$a, $b] = $pair();
    stream_set_blocking($a, false);
    while (@fwrite($a, str_repeat('x', 65536)));
    return [$a, $b];
};

transparent([
    'readable, later' => function () use ($talker, $pair) {
        $r = ['a' => told($talker, 'late 300 x'), 7 => $pair()[0]];
        unset($r[7]);
        $r['b'] = told($talker, 'silent 0');
        $r = ['a' => $r['a']];
        $w = $e = null;
        return [stream_select($r, $w, $e, null), keys($r, $w, $e)];
    },
    'nothing, time limit' => function () use ($pair) {
        $r = $pair();
        $w = [];
        return [stream_select($r, $w, $e, 0, 300000), keys($r, $w, $e)];
    },
    'a whole second' => function () use ($pair) {
        $r = $pair();
        return [stream_select($r, $w, $e, 1), $r];
    },
    'microseconds beyond a second' => function () use ($pair) {
        $r = $pair();
        return [stream_select($r, $w, $e, 0, 1200000), $r];
    },
    'only looking' => function () use ($pair) {
        [$a, $b] = $pair();
        fwrite($b, 'x');
        $r = ['a' => $a, 'b' => $b];
        $w = [$b];
        $e = [$a, $b];
        return [stream_select($r, $w, $e, 0), keys($r, $w, $e)];
    },
    'only looking, nothing' => function () use ($pair) {
        $r = $pair();
        return [stream_select($r, $w, $e, 0, 0), $r];
    },
    'buffered data' => function () use ($talker, $pair) {
        $s = told($talker, 'hold 300 ab');
        $first = fgetc($s);
        $r = ['s' => $s, 'p' => $pair()[0]];
        $w = [$s];
        $e = [$s];
        return [$first, stream_select($r, $w, $e, 5), keys($r, $w, $e)];
    },
    'write side of a full one' => function () use ($full, $talker) {
        [$a, $b] = $full();
        $w = [$a];
        $first = [stream_select($r, $w, $e, 0, 200000), keys($w)];
        while (fread($b, 1 << 20) && !($w = [$a] and stream_select($r, $w, $e, 0)));
        return [...$first, keys($w)];
    },
    'mixed, one after a time' => function () use ($full, $talker) {
        [$a, $b] = $full();
        $r = ['a' => $a, 't' => told($talker, 'late 300 x')];
        $w = ['a' => $a];
        $e = ['b' => $b];
        return [stream_select($r, $w, $e, 5), keys($r, $w, $e)];
    },
    'plain files are ready' => function () use ($pair) {
        $r = ['f' => fopen(__FILE__, 'r'), 'p' => $pair()[0]];
        $w = ['f' => tmpfile()];
        $e = ['f' => $r['f']];
        return [stream_select($r, $w, $e, 5), keys($r, $w, $e)];
    },
    'plain files, only exceptional' => function () use ($pair) {
        $e = ['f' => fopen(__FILE__, 'r'), 'p' => $pair()[0]];
        return [stream_select($r, $w, $e, 0, 300000), keys($e)];
    },
    'a plain file, only exceptional' => function () {
        $e = ['f' => fopen(__FILE__, 'r')];
        return [stream_select($r, $w, $e, 0, 300000), keys($e)];
    },
    'pipes' => function () {
        $p = proc_open('sleep 0.3; echo x; sleep 0.1', [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        $r = $pipes;
        $first = [stream_select($r, $w, $e, 5), keys($r), fgets($pipes[1])];
        $r = $pipes;
        return [...$first, stream_select($r, $w, $e, 5) > 0];
    },
    'a pipe in the wrong set' => function () {
        $p = proc_open('sleep 0.1', [1 => ['pipe', 'w']], $pipes);
        $w = $e = $pipes;
        return [stream_select($r, $w, $e, 0, 400000), keys($w, $e)];
    },
    'the peer hung up' => function () use ($pair) {
        [$a, $b] = $pair();
        fclose($b);
        $r = $w = $e = [$a];
        $first = [stream_select($r, $w, $e, 5), keys($r, $w, $e)];
        $e = [$a];
        return [...$first, stream_select($r0, $w0, $e, 0, 300000), keys($e)];
    },
    'out of band' => function () {
        $l = stream_socket_server('tcp://127.0.0.1:0');
        $c = stream_socket_client('tcp://' . stream_socket_get_name($l, false));
        $s = stream_socket_accept($l);
        stream_socket_sendto($c, 'x', STREAM_OOB);
        $r = $e = [$s];
        return [stream_select($r, $w, $e, 5), keys($r, $e), stream_socket_recvfrom($s, 1, STREAM_OOB)];
    },
    'a listener' => function () {
        $s = stream_socket_server('tcp://127.0.0.1:0');
        $r = [$s];
        $first = [stream_select($r, $w, $e, 0, 200000), keys($r)];
        $c = stream_socket_client('tcp://' . stream_socket_get_name($s, false));
        $r = [$s];
        return [...$first, stream_select($r, $w, $e, 5), keys($r)];
    },
    'no streams' => fn() => stream_select($r, $w, $e, 0),
    'empty sets' => function () {
        $r = $w = [];
        return stream_select($r, $w, $e, 0);
    },
    'negative' => function () use ($pair) {
        $r = $pair();
        return stream_select($r, $w, $e, -1);
    },
    'negative microseconds' => function () use ($pair) {
        $r = $pair();
        return stream_select($r, $w, $e, 0, -1);
    },
    'microseconds without seconds' => function () use ($pair) {
        $r = $pair();
        return stream_select($r, $w, $e, null, 1);
    },
    'a closed stream' => function () use ($pair) {
        $r = $pair();
        fclose($r[0]);
        return stream_select($r, $w, $e, 0);
    },
    'no descriptor' => function () {
        $r = [fopen('php://memory', 'r+')];
        return stream_select($r, $w, $e, 0);
    },
    'not a stream' => function () {
        $r = ['x'];
        return stream_select($r, $w, $e, 0);
    },
    'many, the last one' => function () use ($pair, $talker) {
        for ($r = [], $i = 0; $i < 300; $i++) {
            [$r["a$i"], $r["b$i"]] = $pair();
        }
        $r['t'] = told($talker, 'late 300 x');
        $w = [$r['t']];
        $e = $r;
        $first = [stream_select($r, $w, $e, 5), keys($r, $w, $e)];
        $r = $e;
        $r['t'] = $w[0];
        return [...$first, stream_select($r, $n, $e, 5), keys($r, $e)];
    },
    'remaining time is not lost' => function () use ($talker) {
        // Two waits share a time limit of their own.
        $s = [told($talker, 'parts 150 a b')];
        for ($n = '', $r = $s; stream_select($r, $w, $e, 0, 400000) && ($part = fread($s[0], 9)) !== ''; $r = $s) {
            $n .= $part;
        }
        return [$n, feof($s[0])];
    },
]);
?>
--EXPECT--
readable, later: same
nothing, time limit: same
a whole second: same
microseconds beyond a second: same
only looking: same
only looking, nothing: same
buffered data: same
write side of a full one: same
mixed, one after a time: same
plain files are ready: same
plain files, only exceptional: same
a plain file, only exceptional: same
pipes: same
a pipe in the wrong set: same
the peer hung up: same
out of band: same
a listener: same
no streams: same
empty sets: same
negative: same
negative microseconds: same
microseconds without seconds: same
a closed stream: same
no descriptor: same
not a stream: same
many, the last one: same
remaining time is not lost: same
