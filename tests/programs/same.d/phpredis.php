<?php
/* phpredis: commands of all types, pipelines, transactions, blocking pops, subscriptions, scripts, serializers. */

final class Phpredis_Client extends Client
{
    public const SERVER = 'redis';
    protected const OPERATIONS = ['strings' => 12, 'lists' => 10, 'hashes' => 8, 'sets' => 6, 'sorted' => 6, 'streams' => 6, 'pipeline' => 10,
        'multi' => 10, 'watched' => 5, 'scans' => 5, 'blocks' => 6, 'subscribes' => 5, 'script' => 8, 'options' => 8, 'wrong' => 8, 'raw' => 6,
        'reconnect' => 4, 'refused' => 2, 'late' => 3, 'big' => 4, 'unfinished' => 4];
    protected const ALONE = ['strings', 'lists', 'hashes', 'pipeline', 'multi', 'watched', 'blocks', 'script', 'big', 'raw', 'wrong'];
    private ?Redis $redis = null;

    protected function open(): void
    {
        $this->redis = $this->partner ? $this->partner->redis : $this->must('connect', fn() => $this->connect());
        $this->call('clean', function () {
            $keys = $this->redis->keys($this->key('*'));
            return count($keys) >= 0 && ($keys ? $this->redis->del($keys) >= 0 : true);
        });
    }

    protected function settle(): void
    {
        $this->redis && $this->redis->getMode() !== Redis::ATOMIC && $this->call('discard', fn() => $this->redis->discard());
    }

    private function connect(): Redis
    {
        $redis = new Redis;
        $done = $this->percent(30) ? $redis->connect($this->server['socket'])
            : $redis->connect('127.0.0.1', $this->server['port'], 10, null, $this->between(0, 1) * 5, $this->between(0, 1) * 20);
        $this->note('connected', $done);
        return $redis;
    }

    private function key(string $name = ''): string
    {
        return $this->prefix . ($name !== '' ? $name : $this->pick(['a', 'b', 'c', 'd']));
    }

    /** That of the last call on the connection, by any client. */
    private function error(): void
    {
        $this->shared || $this->call('error', fn() => [$this->redis->getLastError(), $this->redis->clearLastError()]);
    }

    private function value(): mixed
    {
        return $this->pick([$this->between(-9, 9), $this->text(), 1.5, '', "bin\0\xff"]);
    }

    protected function strings(): void
    {
        for ($i = $this->between(1, 5); $i > 0; $i--) {
            $key = $this->key();
            $n = $this->between(0, 12);
            $value = $this->value();
            $this->call("string $n", fn() => match ($n) {
                0 => $this->redis->set($key, $value),
                1 => $this->redis->get($key),
                2 => $this->redis->incrBy($key, 3),
                3 => $this->redis->append($key, 'x'),
                4 => $this->redis->set($key, $value, ['nx', 'ex' => 100]),
                5 => $this->redis->getSet($key, $value),
                6 => $this->redis->mget([$key, $this->key(), 'nothing']),
                7 => $this->redis->mset([$key => 1, $this->key('b') => $value]),
                8 => $this->redis->del($key, $this->key()),
                9 => $this->redis->strlen($key),
                10 => $this->redis->getRange($key, 0, 3),
                11 => $this->redis->setex($key, 100, $value),
                12 => [$this->redis->exists($key), $this->redis->type($key), $this->redis->ttl('none')],
            });
        }
    }

    protected function lists(): void
    {
        $key = $this->key('list');
        $n = $this->between(0, 7);
        $this->call("list $n", fn() => match ($n) {
            0 => $this->redis->rPush($key, ...array_map($this->value(...), range(1, 3))),
            1 => $this->redis->lPop($key),
            2 => $this->redis->lRange($key, 0, -1),
            3 => $this->redis->lLen($key),
            4 => $this->redis->rpoplpush($key, $this->key('other')),
            5 => $this->redis->lTrim($key, 0, 3),
            6 => $this->redis->lInsert($key, Redis::BEFORE, '1', 'x'),
            7 => $this->redis->lPush($key, 'y'),
        });
        $this->error();
    }

    protected function hashes(): void
    {
        $key = $this->key('hash');
        $this->call('set', fn() => [$this->redis->hSet($key, 'f', $this->value()), $this->redis->hMSet($key, ['g' => 1, 'h' => $this->text()])]);
        $this->call('get', fn() => [$this->redis->hGet($key, 'f'), $this->redis->hGetAll($key), $this->redis->hMGet($key, ['g', 'none'])]);
        $this->call('more', fn() => [$this->redis->hIncrBy($key, 'g', 5), $this->redis->hIncrByFloat($key, 'g', 0.5), $this->redis->hDel($key, 'h')]);
    }

    protected function sets(): void
    {
        [$a, $b] = [$this->key('set1'), $this->key('set2')];
        $this->call('add', fn() => [$this->redis->sAdd($a, 'x', 'y', $this->text(3)), $this->redis->sAdd($b, 'y', 'z')]);
        $this->call('sets', fn() => array_map(function ($set) {
            sort($set);
            return $set;
        }, [$this->redis->sMembers($a), $this->redis->sInter($a, $b), $this->redis->sUnion($a, $b), $this->redis->sDiff($a, $b)]));
        $this->call('more', fn() => [$this->redis->sIsMember($a, 'x'), $this->redis->sCard($a), $this->redis->sRem($a, 'x')]);
    }

    protected function sorted(): void
    {
        $key = $this->key('sorted');
        $this->call('add', fn() => $this->redis->zAdd($key, $this->between(0, 9), 'm' . $this->between(0, 5), 1.5, 'n'));
        $this->call('range', fn() => [$this->redis->zRange($key, 0, -1, true), $this->redis->zRangeByScore($key, '1', '+inf', ['limit' => [0, 2]]),
            $this->redis->zRank($key, 'n'), $this->redis->zScore($key, 'none'), $this->redis->zIncrBy($key, 2, 'n'), $this->redis->zPopMin($key)]);
    }

    protected function streams(): void
    {
        $key = $this->key('stream');
        $id = $this->between(1, 1000);
        $this->call('add', fn() => $this->redis->xAdd($key, "$id-1", ['f' => $this->text(5)]));
        $this->call('group', fn() => $this->redis->xGroup('CREATE', $key, 'g', '0'));
        $this->call('read', fn() => $this->redis->xRead([$key => '0'], 2));
        $this->call('read in the group', fn() => $this->redis->xReadGroup('g', 'me', [$key => '>'], 1, $this->pick([null, 3])));
        $this->call('acknowledge', fn() => [$this->redis->xAck($key, 'g', ["$id-1"]), $this->redis->xLen($key), $this->redis->xRange($key, '-', '+', 2)]);
        $this->call('nothing new', fn() => $this->redis->xRead([$key => '$'], 1, $this->between(1, 5)));
    }

    private function commands(Redis $to): void
    {
        for ($i = $this->between(0, 6); $i > 0; $i--) {
            $key = $this->key();
            match ($this->between(0, 7)) {
                0 => $to->set($key, $this->value()),
                1 => $to->get($key),
                2 => $to->incr($key),
                3 => $to->rPush($this->key('list'), 'p'),
                4 => $to->lRange($this->key('list'), 0, 2),
                5 => $to->hGetAll($this->key('hash')),
                6 => $to->rPush($key, 'perhaps not a list'),
                7 => $to->mget([$key, 'none']),
            };
            $this->nap();
        }
    }

    protected function pipeline(): void
    {
        // A fatal error for phpredis in a transaction, which may be one in a pipeline.
        if (!$this->shared && $this->redis->getMode() !== Redis::ATOMIC) {
            $this->redis = $this->connect();
        }
        $this->call('mode', fn() => get_class($this->redis->pipeline()));
        $this->commands($this->redis);
        $this->percent(15) && $this->call('begun twice', fn() => get_class($this->redis->pipeline()));
        $this->percent(15) ? $this->call('discard', fn() => $this->redis->discard()) : $this->call('exec', fn() => $this->redis->exec());
        $this->call('mode', fn() => $this->redis->getMode());
    }

    protected function multi(): void
    {
        $this->call('multi', fn() => get_class($this->redis->multi()));
        $this->commands($this->redis);
        $this->percent(15) ? $this->call('discard', fn() => $this->redis->discard()) : $this->call('exec', fn() => $this->redis->exec());
    }

    protected function watched(): void
    {
        $key = $this->key();
        $this->call('watch', fn() => $this->redis->watch($key));
        $other = new Redis;
        $other->connect('127.0.0.1', $this->server['port']);
        $this->percent(50) && $this->note('changed', $other->set($key, 'by another'));
        $this->nap();
        if ($this->percent(20)) {
            $this->call('unwatch', fn() => $this->redis->unwatch());
        }
        $this->call('exec', fn() => $this->redis->multi()->get($key)->set($key, 'mine')->exec());
    }

    protected function unfinished(): void
    {
        $this->percent(50) || $this->redis->getMode() === Redis::MULTI ? $this->redis->multi() : $this->redis->pipeline();
        $this->commands($this->redis);
        $this->call('mode', fn() => $this->redis->getMode());
        $this->percent(50) && $this->redis = $this->connect();
    }

    protected function scans(): void
    {
        // A fatal error in a transaction or a pipeline.
        $this->redis->getMode() === Redis::ATOMIC || $this->call('discard', fn() => $this->redis->discard());
        $this->call('scan', function () {
            $all = [];
            $iterator = null;
            while (($keys = $this->redis->scan($iterator, $this->key('*'), 7)) !== false) {
                array_push($all, ...$keys);
                $this->nap();
            }
            sort($all);
            return array_unique($all);
        });
        $iterator = null;
        $this->call('hash', fn() => $this->redis->hScan($this->key('hash'), $iterator));
        $iterator = null;
        $this->call('sorted', fn() => $this->redis->zScan($this->key('sorted'), $iterator));
    }

    protected function blocks(): void
    {
        $key = $this->key('queue');
        $this->percent(50) && $this->redis->rPush($key, 'there');
        $n = $this->between(0, 3);
        $this->call("pop $n", fn() => match ($n) {
            0 => $this->redis->rawCommand('BLPOP', $key, '0.01'),
            1 => $this->redis->rawCommand('BRPOPLPUSH', $key, $this->key('list'), '0.01'),
            2 => $this->redis->rawCommand('BZPOPMIN', $this->key('sorted'), '0.01'),
            3 => $this->redis->lPop($key),
        });
    }

    protected function subscribes(): void
    {
        // The server tells when a key expires.
        $channel = "__keyspace@0__:{$this->key('fades')}";
        $left = $this->between(1, 3);
        $publisher = new Redis;
        $publisher->connect('127.0.0.1', $this->server['port']);
        $reader = new Redis;
        $reader->connect('127.0.0.1', $this->server['port'], 5);
        $reader->setOption(Redis::OPT_READ_TIMEOUT, 2);
        $publisher->config('SET', 'notify-keyspace-events', 'KEA');
        $publisher->set($this->key('fades'), 'x', ['px' => 20]);
        $got = [];
        $this->call('subscribe', fn() => $reader->subscribe([$channel], function (Redis $redis, string $from, string $message) use (&$got, &$left, $publisher) {
            $got[] = [$from, $message];
            $this->nap();
            // Nothing else ends the loop of phpredis 5.
            --$left > 0 ? $publisher->publish($from, 'next') : throw new LogicException('enough');
        }));
        $this->note('got', [$got, $publisher->publish($channel, 'nobody')]);
        $this->call('then', fn() => [$reader->close(), $publisher->ping('x')]);
    }

    protected function script(): void
    {
        $code = $this->pick(['return {KEYS[1], ARGV[1], 3, {4, false}}', "return redis.call('INCR', KEYS[1])", "return redis.error_reply('my error')",
            'syntax error here', "return redis.pcall('GET', KEYS[1], 'x')", "return redis.status_reply('fine')"]);
        $key = $this->key('n');
        $this->call('eval', fn() => $this->redis->eval($code, [$key, 'argument'], 1));
        $this->error();
        $this->call('sha', fn() => $this->redis->evalSha(sha1($code), [$key, 'again'], 1));
        $this->call('load', fn() => [$this->redis->script('load', 'return 5'), $this->redis->script('exists', sha1('return 5'), sha1('none'))]);
        $this->redis->clearLastError();
    }

    protected function options(): void
    {
        $value = $this->pick([Redis::SERIALIZER_NONE, Redis::SERIALIZER_PHP, Redis::SERIALIZER_JSON, Redis::SERIALIZER_IGBINARY]);
        $this->call('serializer', fn() => [$this->redis->setOption(Redis::OPT_SERIALIZER, $value), $this->redis->getOption(Redis::OPT_SERIALIZER)]);
        $key = $this->key('serialized');
        $this->call('array', fn() => [$this->redis->set($key, ['a' => [1, null, true], 'b' => $this->text()]), $this->redis->get($key)]);
        $this->call('prefix', fn() => [$this->redis->setOption(Redis::OPT_PREFIX, $this->prefix . 'p:'), $this->redis->set('k', 1), $this->redis->get('k'),
            $this->redis->setOption(Redis::OPT_PREFIX, '')]);
        $this->call('list of them', fn() => [$this->redis->del($key), $this->redis->rPush($key, [1], 'x'), $this->redis->lRange($key, 0, -1)]);
        $this->call('plain', fn() => [$this->redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE), $this->redis->lRange($key, 0, -1)]);
        $this->redis->del($key);
    }

    protected function wrong(): void
    {
        $key = $this->key('hash');
        $this->redis->hSet($key, 'f', 1);
        $this->call('type', fn() => [$this->redis->get($key), $this->redis->incr($key), $this->redis->lPush($key, 1)]);
        $this->error();
        $this->percent(20) && !$this->shared && $this->call('auth', fn() => $this->redis->auth('wrong'));
        $this->percent(20) && !$this->shared && $this->call('select', fn() => [$this->redis->select(99), $this->redis->select(0)]);
        $this->redis->clearLastError();
    }

    protected function raw(): void
    {
        $this->call('raw', fn() => $this->redis->rawCommand(...$this->pick([['PING'], ['ECHO', 'x'], ['NOSUCH'], ['LRANGE', $this->key('list'), '0', '-1'],
            ['OBJECT', 'ENCODING', $this->key()], ['SET', $this->key('raw'), 'x'], ['DEBUG', 'SLEEP', '0.003']])));
        $this->call('ping', fn() => [$this->redis->ping(), $this->redis->echo('hello')]);
        $this->redis->clearLastError();
    }

    protected function reconnect(): void
    {
        $this->call('close', fn() => $this->redis->close());
        $this->percent(50) ? $this->call('connected', fn() => $this->redis->isConnected()) : $this->call('by itself', fn() => $this->redis->get($this->key()));
        $this->redis = $this->connect();
        $this->call('facts', fn() => [$this->redis->getDbNum(), $this->redis->getReadTimeout(), $this->redis->getAuth(), $this->redis->isConnected()]);
    }

    protected function refused(): void
    {
        $this->call('port', fn() => (new Redis)->connect('127.0.0.1', $this->deadPort()));
        $this->call('socket', fn() => (new Redis)->connect('/nowhere/at/all'));
        $this->call('never', fn() => (new Redis)->get('x'));
    }

    /** The answer comes too late, the connection is lost. */
    protected function late(): void
    {
        $redis = $this->connect();
        $redis->setOption(Redis::OPT_READ_TIMEOUT, 0.02);
        $redis->setOption(Redis::OPT_MAX_RETRIES, 0);
        $this->call('too late', fn() => $redis->rawCommand('BLPOP', $this->key('nothing'), '1'));
        $redis->setOption(Redis::OPT_READ_TIMEOUT, 10);
        $this->call('then', fn() => $redis->get($this->key()));
    }

    protected function big(): void
    {
        $key = $this->key('big');
        $value = $this->bytes($this->pick([1000, 100000, 1000000]));
        $this->call('set', fn() => $this->redis->set($key, $value));
        $this->call('get', fn() => $this->redis->get($key) === $value);
        $this->call('several', fn() => array_map(md5(...), $this->redis->mget([$key, $key, $key])));
        $this->call('del', fn() => $this->redis->del($key));
    }
}
