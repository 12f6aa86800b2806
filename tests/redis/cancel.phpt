--TEST--
Cancelled in a call of phpredis, a coroutine ends at once and its connection is usable or closed with the driver's error (P4, P5, P13)
--EXTENSIONS--
igbinary
redis
--INI--
report_memleaks=0
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
// report_memleaks: stock phpredis loses the answers so far of a pipeline whose connection is lost.
require __DIR__ . '/redis.inc';
$server = server('redis');
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 100000, 'unanswered'));
$port = (int) $port;
$silent = stream_socket_server('tcp://127.0.0.1:0');
$silentPort = (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);

$calls = [
    'blPop' => fn(Redis $redis) => $redis->blPop(['nothing'], 100),
    'xRead' => fn(Redis $redis) => $redis->xRead(['stream' => '$'], 1, 100000),
    'get' => fn(Redis $redis) => $redis->get('unanswered'),
    'set, large' => fn(Redis $redis) => $redis->set('unanswered', str_repeat('x', 3000000)),
    'pipeline' => fn(Redis $redis) => $redis->pipeline()->get('a')->get('unanswered')->get('b')->exec(),
    'transaction' => fn(Redis $redis) => $redis->multi()->get('a')->get('unanswered')->exec(),
    'subscribe' => fn(Redis $redis) => $redis->subscribe(['nothing'], fn() => print("heard\n")),
    'eval' => fn(Redis $redis) => $redis->eval('return ARGV[1]', ['unanswered'], 0),
    'eval in a pipeline' => fn(Redis $redis) => $redis->pipeline()->eval('return ARGV[1]', ['unanswered'], 0)->exec(),
    'rawCommand' => fn(Redis $redis) => $redis->rawCommand('BLPOP', 'nothing', 100),
];
$descriptors = fn() => count(scandir('/proc/self/fd'));
$cancelled = function (callable $call, mixed ...$arguments): string {
    $coroutine = Async\spawn(function () use ($call, $arguments) {
        try {
            return $call(...$arguments);
        } catch (RedisException) {
            return 'BROKEN: taken for a failure';
        }
    });
    do {
        Async\delay(5);
    } while (!$coroutine->isSuspended() && !$coroutine->isCompleted());
    $start = hrtime(true);
    $coroutine->cancel();
    try {
        return 'BROKEN: it went on with ' . json_encode(Async\await($coroutine));
    } catch (Async\AsyncCancellation) {
        $ms = (hrtime(true) - $start) / 1e6;
        return $ms < (getenv('ASYNC_TEST_TOOL') ? 3000 : 500) ? 'cancelled' : "BROKEN: cancelled after $ms ms";
    }
};
/** A second use, with its own value, so that a late answer to the first one would show. */
$judge = function (Redis $redis): string {
    try {
        $use = Async\spawn(fn() => $redis->echo('mine'));
        $answer = Async\await($use, Async\timeout(20000));
        return $answer === 'mine' ? 'usable' : 'BROKEN: ' . json_encode($answer);
    } catch (RedisException $e) {
        return 'closed: ' . $e->getMessage();
    }
};
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
// Kept by the process: the next one to have the connection must not get the answer to this question.
$kept = function () use ($host, $port) {
    $redis = new Redis;
    $redis->pconnect($host, $port, 5, 'kept');
    return $redis;
};
echo 'persistent: ', $cancelled(fn() => $kept()->get('unanswered')), ', ';
echo $judge($kept()), "\n";
gc_collect_cycles();
echo $descriptors() - $before, " descriptor more, which is kept\n";
?>
--EXPECT--
blPop: cancelled, usable, usable anew
xRead: cancelled, usable, usable anew
get: cancelled, usable, usable anew
set, large: cancelled, usable, usable anew
pipeline: cancelled, usable, usable anew
transaction: cancelled, usable, usable anew
subscribe: cancelled, usable, usable anew
eval: cancelled, usable, usable anew
eval in a pipeline: cancelled, usable, usable anew
rawCommand: cancelled, usable, usable anew
connect and ask: cancelled
persistent: cancelled, usable
1 descriptor more, which is kept
