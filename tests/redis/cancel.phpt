--TEST--
A coroutine cancelled in a call of phpredis ends at once; its connection is usable, or closed with the driver's error (P4, P5, P13)
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
require __DIR__ . '/cancel.inc';
$silent = stream_socket_server('tcp://127.0.0.1:0');
$silentPort = (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);

$calls = [
    'blPop' => fn(Redis $redis) => $redis->blPop(['nothing'], 100),
    'xRead' => fn(Redis $redis) => $redis->xRead(['stream' => '$'], 1, 100000),
    'get' => fn(Redis $redis) => $redis->get('unanswered'),
    'set, large' => fn(Redis $redis) => $redis->set('unanswered', str_repeat('x', 3000000)),
    'transaction' => fn(Redis $redis) => $redis->multi()->get('a')->get('unanswered')->exec(),
    'subscribe' => fn(Redis $redis) => $redis->subscribe(['nothing'], fn() => print("heard\n")),
    'eval' => fn(Redis $redis) => $redis->eval('return ARGV[1]', ['unanswered'], 0),
    'rawCommand' => fn(Redis $redis) => $redis->rawCommand('BLPOP', 'nothing', 100),
];
$descriptors = fn() => count(scandir('/proc/self/fd'));
Async\delay(1);
$before = $descriptors();
foreach ($calls as $name => $call) {
    $redis = redis($host, $port);
    echo "$name: ", $cancelled($call, $redis), ', ';
    echo $judge($redis), ', ';
    $redis->close();
    unset($redis);
    echo $judge(redis($host, $port)), " anew\n";
}
echo 'connect and ask: ', $cancelled(fn() => redis('127.0.0.1', $silentPort)->get('x')), "\n";
// A persistent connection: its next user must not get the answer to this command.
$kept = function () use ($host, $port) {
    $redis = new Redis;
    $redis->pconnect($host, $port, 5, 'kept');
    return $redis;
};
echo 'persistent: ', $cancelled(fn() => $kept()->get('unanswered')), ', ';
echo $judge($kept()), "\n";
gc_collect_cycles();
// phpredis keeps no connection in a ZTS build.
echo $descriptors() - $before - (PHP_ZTS ? 0 : 1), " descriptors more than the one that is kept\n";
?>
--EXPECT--
blPop: cancelled, usable, usable anew
xRead: cancelled, usable, usable anew
get: cancelled, usable, usable anew
set, large: cancelled, usable, usable anew
transaction: cancelled, usable, usable anew
subscribe: cancelled, usable, usable anew
eval: cancelled, usable, usable anew
rawCommand: cancelled, usable, usable anew
connect and ask: cancelled
persistent: cancelled, usable
0 descriptors more than the one that is kept
