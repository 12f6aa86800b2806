--TEST--
socket_select() waits cooperatively and answers as outside a coroutine: sets by reference, time limits, errors (P10, P11, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/sockets.inc';
$talker = talker();

/** The members left in the sets, by key. */
function keys(?array ...$sets): array
{
    return array_map(fn($set) => $set === null ? null : array_keys($set), $sets);
}
$pair = function (): array {
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
};

transparent([
    'readable, later' => function () use ($talker) {
        $r = ['a' => socket_told($talker, 'late 300 x'), 7 => socket_create(AF_INET, SOCK_DGRAM, SOL_UDP)];
        $w = $e = null;
        return [socket_select($r, $w, $e, null), keys($r, $w, $e)];
    },
    'nothing, time limit' => function () use ($pair) {
        $r = $pair();
        $w = [];
        $e = null;
        return [socket_select($r, $w, $e, 0, 300000), keys($r, $w, $e)];
    },
    'a whole second' => function () use ($pair) {
        $r = $pair();
        return [socket_select($r, $n, $n, 1), $r];
    },
    'microseconds beyond a second' => function () use ($pair) {
        $r = $pair();
        return [socket_select($r, $n, $n, 0, 1200000), $r];
    },
    'only looking' => function () use ($pair) {
        [$a, $b] = $pair();
        socket_write($b, 'x');
        $r = ['a' => $a, 'b' => $b];
        $w = [$b];
        $e = [$a, $b];
        return [socket_select($r, $w, $e, 0), keys($r, $w, $e)];
    },
    'readable and writable, mixed' => function () use ($pair, $talker) {
        [$a, $b] = $pair();
        socket_set_nonblock($a);
        while (@socket_write($a, str_repeat('x', 65536)));
        $r = ['a' => $a, 't' => socket_told($talker, 'late 300 x')];
        $w = ['a' => $a];
        $e = ['b' => $b];
        return [socket_select($r, $w, $e, 5), keys($r, $w, $e)];
    },
    'the same one in all sets' => function () use ($talker) {
        $r = $w = $e = [socket_told($talker, 'late 300 x')];
        $first = [socket_select($r, $w, $e, 5), keys($r, $w, $e)];
        $r = $e = $w;
        $w = [];
        return [...$first, socket_select($r, $w, $e, 5), keys($r, $w, $e)];
    },
    'out of band' => function () {
        [$l, $port] = listener();
        $c = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_connect($c, '127.0.0.1', $port);
        $s = socket_accept($l);
        socket_send($c, 'x', 1, MSG_OOB);
        $r = $e = [$s];
        return [socket_select($r, $n, $e, 5), keys($r, $e), socket_recv($s, $data, 1, MSG_OOB), $data];
    },
    'only exceptional, the peer hung up' => function () use ($pair) {
        [$a, $b] = $pair();
        unset($b);
        $e = [$a];
        return [socket_select($n, $n, $e, 0, 300000), $e];
    },
    'a listener' => function () {
        [$s, $port] = listener();
        $r = [$s];
        $first = [socket_select($r, $n, $n, 0, 200000), keys($r)];
        socket_connect(socket_create(AF_INET, SOCK_STREAM, SOL_TCP), '127.0.0.1', $port);
        $r = [$s];
        return [...$first, socket_select($r, $n, $n, 5), keys($r), get_class(socket_accept($s))];
    },
    'not connected' => function () {
        $r = $w = $e = [socket_create(AF_INET, SOCK_STREAM, SOL_TCP)];
        return [socket_select($r, $w, $e, 5), keys($r, $w, $e)];
    },
    'end of file' => function () use ($talker) {
        $r = $w = [socket_told($talker, 'late 200')];
        $w = null;
        return [socket_select($r, $w, $n, 5), keys($r), socket_read($r[0], 1)];
    },
    'negative' => function () use ($pair) {
        $r = $pair();
        return [socket_select($r, $n, $n, -1), count($r), socket_select($r, $n, $n, 0, -1), count($r)];
    },
    'no sets' => function () {
        $r = $w = $e = null;
        return socket_select($r, $w, $e, 0);
    },
    'empty sets' => function () {
        $r = $w = [];
        return socket_select($r, $w, $n, 0);
    },
    'closed before' => function () use ($pair) {
        $r = $pair();
        socket_close($r[1]);
        return socket_select($r, $n, $n, 0);
    },
    'no socket' => function () {
        $r = [1];
        return socket_select($r, $n, $n, 0);
    },
    'many' => function () use ($talker) {
        for ($r = [], $i = 0; $i < 400; $i++) {
            $r["u$i"] = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        }
        $r['t'] = socket_told($talker, 'late 300 x');
        $w = [$r['t']];
        $e = $r;
        $first = [socket_select($r, $w, $e, 5), keys($r, $w, $e)];
        $r = $e = null;
        return $first;
    },
]);
?>
--EXPECT--
readable, later: same
nothing, time limit: same
a whole second: same
microseconds beyond a second: same
only looking: same
readable and writable, mixed: same
the same one in all sets: same
out of band: same
only exceptional, the peer hung up: same
a listener: same
not connected: same
end of file: same
negative: same
no sets: same
empty sets: same
closed before: same
no socket: same
many: same
