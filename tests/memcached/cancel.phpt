--TEST--
A coroutine cancelled in a call of memcached ends at once; later calls on the connection get only their own answers (P4, P5, P13)
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
$server = server('memcached');
$held = slow_proxy("tcp://$server[host]:$server[port]", 2000, 'unanswered');
$listener = stream_socket_server('tcp://127.0.0.1:0');
$calls = [
    'get' => fn(Memcached $m) => $m->get('unanswered'),
    'set' => fn(Memcached $m) => $m->set('unanswered', 'x'),
    'getMulti' => fn(Memcached $m) => $m->getMulti(['a', 'unanswered', 'b']),
    'increment' => fn(Memcached $m) => $m->increment('unanswered'),
    'delayed' => fn(Memcached $m) => [$m->getDelayed(['unanswered', 'a']), $m->fetchAll()],
];
Async\delay(1);
foreach (['text' => false, 'binary' => true] as $protocol => $binary) {
    foreach ($calls as $name => $call) {
        $m = memcached($held, [Memcached::OPT_BINARY_PROTOCOL => $binary, Memcached::OPT_POLL_TIMEOUT => 10000]);
        $m->set('mine', 'own value');
        $coroutine = Async\spawn($call, $m);
        do {
            Async\delay(5);
        } while (!$coroutine->isSuspended() && !$coroutine->isCompleted());
        $start = hrtime(true);
        $coroutine->cancel();
        try {
            $end = 'BROKEN: went on with ' . json_encode(Async\await($coroutine));
        } catch (Async\AsyncCancellation) {
            $end = (hrtime(true) - $start) / 1e6 < (getenv('ASYNC_TEST_TOOL') ? 3000 : 500) ? 'cancelled' : 'BROKEN: late';
        }
        // Its own value, or none with an error; in the end its own.
        $answers = [];
        do {
            $answers[] = $value = Async\await(Async\spawn(fn() => $m->get('mine')), Async\timeout(20000));
            if ($value === false && $m->getResultCode() === Memcached::RES_NOTFOUND) {
                $answers[] = 'not found';
            }
            Async\delay(200);
        } while ($value === false && count($answers) < 20);
        $wrong = array_filter($answers, fn($value) => $value !== false && $value !== 'own value');
        echo "$protocol, $name: $end, ", $wrong || $value === false ? 'BROKEN: ' . json_encode($answers) : 'usable', "\n";
    }
}
?>
--EXPECT--
text, get: cancelled, usable
text, set: cancelled, usable
text, getMulti: cancelled, usable
text, increment: cancelled, usable
text, delayed: cancelled, usable
binary, get: cancelled, usable
binary, set: cancelled, usable
binary, getMulti: cancelled, usable
binary, increment: cancelled, usable
binary, delayed: cancelled, usable
