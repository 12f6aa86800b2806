--TEST--
phpredis waits cooperatively and answers as outside a coroutine: commands, pipelines, transactions, blocking pops, TLS (P10, P11)
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
require __DIR__ . '/redis.inc';
$server = server('redis');
[$slowHost, $slowPort] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 100));
$slowly = fn() => redis($slowHost, (int) $slowPort);
$silent = stream_socket_server('tcp://127.0.0.1:0');
$spin = "local t = redis.call('TIME'); local e = t[1] * 1000000 + t[2] + 1000 * ARGV[1]
    repeat t = redis.call('TIME') until t[1] * 1000000 + t[2] >= e return {ARGV[1], 'done'}";
redis();
$messenger = peer(<<<'CODE'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    while ($one = stream_socket_accept($listener, 300)) {
        $command = fgets($one);
        $redis = stream_socket_client("tcp://$argv[1]");
        do { // until the subscriber hears it
            usleep(250000);
            fwrite($redis, $command);
        } while (fgets($redis) === ":0\r\n");
    }
    CODE, "$server[host]:$server[port]");
/** Another process sends a command for a key, a little later. */
$later = function (string $key, string $command) use ($messenger): void {
    $key = (new ReflectionFunction('redis'))->getStaticVariables()['prefix'] . $key;
    fwrite(stream_socket_client("tcp://$messenger"), "$command $key value\r\n");
};

transparent([
    'blPop, nothing comes' => fn() => redis()->blPop(['nothing'], 1),
    'blPop, something comes' => function () use ($later) {
        $redis = redis();
        $redis->del('list');
        $later('list', 'RPUSH');
        return $redis->blPop(['other', 'list'], 10);
    },
    'brPop, bRPopLPush' => function () {
        $redis = redis();
        return [$redis->brPop('nothing', 1), $redis->bRPopLPush('nothing', 'elsewhere', 1)];
    },
    'bzPopMin' => fn() => redis()->bzPopMin('nothing', 1),
    'xRead that blocks' => fn() => redis()->xRead(['stream' => '$'], 1, 300),
    'wait' => fn() => redis()->wait(1, 300),
    'commands' => function () use ($slowly) {
        $redis = $slowly();
        return [$redis->set('key', 'value'), $redis->get('key'), $redis->get('no key'), $redis->incr('counter') > 0];
    },
    'many kinds of answers' => function () {
        $redis = redis();
        $redis->del('h', 's', 'l', 'z');
        $redis->hMSet('h', ['a' => 1, 'b' => 2]);
        $redis->sAdd('s', 'x');
        $redis->rPush('l', 1, 2, 3);
        $redis->zAdd('z', 1.5, 'one');
        usleep(200000);
        return [$redis->hGetAll('h'), $redis->sMembers('s'), $redis->lRange('l', 0, -1), $redis->zRange('z', 0, -1, true),
            $redis->type('h'), $redis->exists('h', 'no'), $redis->mGet(['no', 'l']), $redis->rawCommand('PING'),
            $redis->lPush('h', 1), $redis->getLastError()];
    },
    'a large value' => function () use ($slowly) {
        $redis = $slowly();
        return [$redis->set('large', str_repeat('x', 3000000)), strlen($redis->get('large')), $redis->del('large')];
    },
    'pipeline' => function () use ($slowly) {
        $redis = $slowly();
        return $redis->pipeline()->set('a', 1)->incr('a')->get('a')->hGetAll('a')->get('no')->exec();
    },
    'transaction' => function () use ($slowly) {
        $redis = $slowly();
        $redis->watch('t');
        return $redis->multi()->set('t', 1)->incrBy('t', 41)->get('t')->exec();
    },
    'transaction in a pipeline' => fn() => $slowly()->multi(Redis::PIPELINE)->set('p', 1)->get('p')->exec(),
    // This version of phpredis leaves subscribe() only by a failure.
    'subscribe' => function () use ($later) {
        $redis = redis();
        $later('news', 'PUBLISH');
        $heard = [];
        try {
            $redis->subscribe(['news'], function (Redis $redis, string $channel, string $message) use (&$heard) {
                $heard[] = [preg_replace('/.*:/', '', $channel), $message];
                $redis->close();
            });
        } catch (RedisException $e) {
            return [$heard, $e->getMessage()];
        }
    },
    'subscribe until a time limit' => function () {
        $redis = redis();
        $redis->setOption(Redis::OPT_READ_TIMEOUT, 0.3);
        $redis->psubscribe(['no*'], fn() => null);
    },
    'a read limit' => function () {
        $redis = redis();
        $redis->setOption(Redis::OPT_READ_TIMEOUT, 0.3);
        return $redis->blPop(['nothing'], 2);
    },
    'scan' => function () use ($slowly) {
        $redis = $slowly();
        $redis->del('set');
        $redis->sAddArray('set', range(1, 5));
        $it = null;
        $found = $redis->sScan('set', $it);
        sort($found);
        return [$found, $it];
    },
    'script' => fn() => redis()->eval("return {KEYS[1], ARGV[1], false, {1, 2}}", ['k', 'v'], 1),
    'script that takes its time' => fn() => redis()->eval($spin, ['300'], 0),
    'unix socket' => fn() => redis($server['socket'], 0)->xRead(['stream' => '$'], 1, 300),
    // With TLS 1.3 the check that phpredis makes before a command may never return, on stock PHP, too (phpredis #2332).
    'TLS' => fn() => !isset($server['tls_port']) ?: redis('tlsv1.2://127.0.0.1', $server['tls_port'],
        ['stream' => ['cafile' => $server['certificate']]])->xRead(['stream' => '$'], 1, 300),
    'TLS, wrong authority' => fn() => !isset($server['tls_port']) ?: redis('tls://127.0.0.1', $server['tls_port'], ['stream' => []]),
    'kept by the process' => function () use ($server) {
        $ids = [];
        for ($i = 0; $i < 2; $i++) {
            $redis = new Redis;
            $redis->pconnect($server['host'], $server['port'], 5, 'kept');
            $ids[] = $redis->rawCommand('CLIENT', 'ID');
            $redis->xRead(['stream' => '$'], 1, 150);
            unset($redis);
        }
        return $ids[0] === $ids[1];
    },
    'connected again' => function () use ($server) {
        $redis = redis();
        $id = $redis->rawCommand('CLIENT', 'ID');
        redis()->rawCommand('CLIENT', 'KILL', 'ID', $id);
        return [$redis->get('no'), $redis->rawCommand('CLIENT', 'ID') !== $id];
    },
    'no server at this port' => fn() => redis('127.0.0.1', 1),
    'no answer' => function () use ($silent) {
        $redis = new Redis;
        $redis->connect('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1), 1, null, 0, 0.3);
        return $redis->get('x');
    },
]);
?>
--EXPECT--
blPop, nothing comes: same
blPop, something comes: same
brPop, bRPopLPush: same
bzPopMin: same
xRead that blocks: same
wait: same
commands: same
many kinds of answers: same
a large value: same
pipeline: same
transaction: same
transaction in a pipeline: same
subscribe: same
subscribe until a time limit: same
a read limit: same
scan: same
script: same
script that takes its time: same
unix socket: same
TLS: same
TLS, wrong authority: same
kept by the process: same
connected again: same
no server at this port: same
no answer: same
