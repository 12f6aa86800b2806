--TEST--
memcached waits cooperatively and answers as outside a coroutine; fifty at a time take the time of one (P10, P11)
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('memcached');
?>
--FILE--
<?php
require __DIR__ . '/memcached.inc';
require __DIR__ . '/../inc/together.inc';
$server = server('memcached');
$direct = "$server[host]:$server[port]";
$slow = slow_proxy("tcp://$direct", 150);
$silent = stream_socket_name();
function stream_socket_name(): string
{
    global $listener;
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    return stream_socket_get_name($listener, false);
}
$all = function (Memcached $m): array {
    return [$m->set('a', ['x' => 1, 'y' => [true, null]]), $m->get('a'), $m->get('no'), $m->getResultCode(), $m->getResultMessage()];
};
transparent([
    'set and get' => fn() => $all(memcached($slow)),
    'binary protocol' => fn() => $all(memcached($slow, [Memcached::OPT_BINARY_PROTOCOL => true])),
    'counters, many keys' => function () use ($slow) {
        $m = memcached($slow);
        return [$m->setMulti(['n' => 1, 'b' => 'x']), $m->increment('n', 41), $m->getMulti(['n', 'b', 'no']), $m->delete('n'), $m->delete('n')];
    },
    'compare and swap' => function () use ($slow) {
        $m = memcached($slow);
        $m->set('c', 1);
        $found = $m->get('c', null, Memcached::GET_EXTENDED);
        return [$m->cas($found['cas'], 'c', 2), $m->cas($found['cas'], 'c', 3), $m->getResultMessage()];
    },
    'delayed' => function () use ($slow) {
        $m = memcached($slow);
        $m->set('d', 'later');
        $m->getDelayed(['d']);
        return array_column($m->fetchAll(), 'value');
    },
    'read-through callback that waits' => function () use ($slow) {
        $m = memcached($slow);
        $m->delete('computed');
        return $m->get('computed', function ($m, $key, &$value) {
            usleep(100000);
            $value = 'made';
            return true;
        });
    },
    'a large value' => fn() => [($m = memcached($slow))->set('large', str_repeat('x', 1000000)), strlen($m->get('large'))],
    'without blocking' => fn() => $all(memcached($slow, [Memcached::OPT_NO_BLOCK => true, Memcached::OPT_TCP_NODELAY => true])),
    'buffered' => function () use ($slow) {
        $m = memcached($slow, [Memcached::OPT_BUFFER_WRITES => true]);
        return [$m->set('w', 1), $m->getResultMessage(), $m->get('w')];
    },
    'two servers' => function () use ($slow, $direct) {
        $m = memcached($slow);
        [$host, $port] = explode(':', $direct);
        $m->addServer($host, (int) $port);
        for ($i = 0; $i < 6; $i++) {
            $m->set("k$i", $i);
        }
        return $m->getMulti(['k0', 'k1', 'k2', 'k3', 'k4', 'k5'], Memcached::GET_PRESERVE_ORDER);
    },
    'unix socket' => function () use ($server, $all) {
        $m = new Memcached;
        $m->addServer($server['socket'], 0);
        return $all($m);
    },
    'no answer' => function () use ($silent) {
        $m = memcached($silent, [Memcached::OPT_POLL_TIMEOUT => 300]);
        return [$m->get('x'), $m->getResultCode()];
    },
    'no server at this port' => fn() => [($m = memcached('127.0.0.1:1'))->get('x'), $m->getResultCode()],
]);

$slower = slow_proxy("tcp://$direct", 1000);
$session = function (int $n, string $address): array {
    $m = memcached($address);
    return [$m->set("key$n", str_repeat('v', 100 * $n)), strlen($m->get("key$n"))];
};
$expected = array_map(fn($n) => $session($n, $direct), range(0, 49));
echo fifty_together(2000, fn($n) => $session($n, $slower), $expected), "\n";
?>
--EXPECT--
set and get: same
binary protocol: same
counters, many keys: same
compare and swap: same
delayed: same
read-through callback that waits: same
a large value: same
without blocking: same
buffered: same
two servers: same
unix socket: same
no answer: same
no server at this port: same
same answers, together
