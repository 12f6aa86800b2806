<?php
/* memcached: single and several keys, cas, delayed answers, both protocols, options. */

final class Memcache_Client extends Client
{
    public const SERVER = 'memcached';
    protected const OPERATIONS = ['single' => 20, 'several' => 12, 'cas' => 6, 'delayed' => 8, 'counters' => 6, 'options' => 5, 'refused' => 2,
        'big' => 4, 'readThrough' => 5, 'broken' => 3, 'anew' => 4];
    protected const ALONE = ['single', 'several', 'cas', 'delayed', 'counters', 'big', 'readThrough'];
    private ?Memcached $cache = null;

    protected function open(): void
    {
        $this->cache = $this->partner ? $this->partner->cache : $this->must('connect', fn() => $this->connect());
        foreach (['a', 'b', 'c', 'n', 'big', 'd1', 'd2', 'cas', 'through'] as $name) {
            $this->cache->delete($this->prefix . $name);
        }
    }

    private function connect(): Memcached
    {
        $cache = new Memcached;
        // Not with buffered writes, not both: answers of the library are a question of time then.
        $this->percent(70) && $cache->setOption($this->pick([Memcached::OPT_BINARY_PROTOCOL, Memcached::OPT_NO_BLOCK]), true);
        $this->percent(30) && $cache->setOption(Memcached::OPT_TCP_NODELAY, true);
        $this->percent(20) && $cache->setOption(Memcached::OPT_COMPRESSION, false);
        $cache->setOption(Memcached::OPT_SERIALIZER, $this->pick([Memcached::SERIALIZER_PHP, Memcached::SERIALIZER_JSON, Memcached::SERIALIZER_IGBINARY]));
        $cache->addServer('127.0.0.1', $this->server['port']);
        return $cache;
    }

    private function key(): string
    {
        return $this->prefix . $this->pick(['a', 'b', 'c']);
    }

    private function value(): mixed
    {
        return $this->pick([1, -5, 1.5, true, null, $this->text(), [1, ['x' => 2]], str_repeat('compress ', 500), "\0\xff"]);
    }

    private function result(): void
    {
        $this->shared || $this->call('result', fn() => [$this->cache->getResultCode(), $this->cache->getResultMessage()]);
    }

    protected function single(): void
    {
        for ($i = $this->between(1, 4); $i > 0; $i--) {
            $key = $this->key();
            $n = $this->between(0, 9);
            $value = $this->value();
            $this->call("single $n", fn() => match ($n) {
                0 => $this->cache->set($key, $value),
                1, 2 => $this->cache->get($key),
                3 => $this->cache->add($key, $value, 100),
                4 => $this->cache->replace($key, $value),
                5 => $this->cache->delete($key),
                6 => $this->cache->append($key, 'x'),
                7 => $this->cache->touch($key, 100),
                8 => $this->cache->get($this->pick(['', 'with space', str_repeat('k', 300)])),
                9 => $this->cache->setByKey('server', $key, $value),
            });
            $this->result();
        }
    }

    protected function several(): void
    {
        $this->call('set', fn() => $this->cache->setMulti([$this->prefix . 'a' => $this->value(), $this->prefix . 'b' => 2]));
        $keys = [$this->prefix . 'a', $this->prefix . 'none', $this->prefix . 'b', $this->prefix . 'c'];
        $this->call('get', function () use ($keys) {
            $found = $this->cache->getMulti($keys, $this->pick([0, Memcached::GET_PRESERVE_ORDER]));
            is_array($found) && ksort($found);
            return $found;
        });
        $this->result();
        $this->percent(30) && $this->call('delete', fn() => $this->cache->deleteMulti($keys));
    }

    protected function cas(): void
    {
        $key = $this->prefix . 'cas';
        $this->cache->set($key, 'first');
        $got = $this->cache->get($key, null, Memcached::GET_EXTENDED);
        $this->note('got', [$got['value'] ?? null, isset($got['cas'])]);
        $this->percent(50) && $this->cache->set($key, 'by another');
        $this->nap();
        $this->call('cas', fn() => $this->cache->cas($got['cas'] ?? 0, $key, 'mine'));
        $this->result();
        $this->call('get', fn() => $this->cache->get($key));
    }

    protected function delayed(): void
    {
        $this->cache->setMulti([$this->prefix . 'd1' => 1, $this->prefix . 'd2' => 'two']);
        $keys = [$this->prefix . 'd1', $this->prefix . 'd2', $this->prefix . 'none'];
        if ($this->percent(30)) {
            $this->call('callback', function () use ($keys) {
                $all = [];
                $done = $this->cache->getDelayed($keys, false, function (Memcached $cache, array $item) use (&$all) {
                    $this->nap();
                    $all[$item['key']] = $item['value'];
                });
                ksort($all);
                return [$done, $all];
            });
            return;
        }
        $this->call('ask', fn() => $this->cache->getDelayed($keys, $this->percent(30)));
        $this->nap();
        if ($this->shared || $this->percent(70)) {
            $this->call('all', function () {
                $all = array_column($this->cache->fetchAll() ?: [], 'value', 'key');
                ksort($all);
                return $all;
            });
        } else {
            $this->call('one', fn() => count($this->cache->fetch() ?: []) > 0);
            $this->call('amid', fn() => is_bool($this->cache->set($this->key(), 1)));
            $this->call('rest', fn() => count($this->cache->fetchAll() ?: []) >= 0);
        }
    }

    protected function counters(): void
    {
        $key = $this->prefix . 'n';
        $this->call('count', fn() => [$this->cache->increment($key), $this->cache->set($key, '5'), $this->cache->increment($key, 3), $this->cache->decrement($key, 100),
            $this->cache->increment($this->prefix . 'none', 1, 5)]);
        $this->result();
        $this->cache->delete($this->prefix . 'none');
    }

    protected function options(): void
    {
        $this->call('options', fn() => [$this->cache->getOption(Memcached::OPT_BINARY_PROTOCOL), $this->cache->getOption(Memcached::OPT_SERIALIZER),
            $this->cache->setOption(Memcached::OPT_PREFIX_KEY, $this->prefix), $this->cache->get('a'), $this->cache->setOption(Memcached::OPT_PREFIX_KEY, ''),
            $this->cache->setOption(-1, 1), count($this->cache->getServerList()), count($this->cache->getVersion() ?: []), $this->cache->isPersistent()]);
        $this->call('wrong', fn() => [$this->cache->setOptions([Memcached::OPT_HASH => 99]), $this->cache->getServerByKey('x')['host'] ?? null]);
    }

    protected function refused(): void
    {
        $cache = new Memcached;
        $cache->addServer('127.0.0.1', $this->deadPort());
        $this->call('port', fn() => [$cache->set('x', 1), $cache->getResultCode(), $cache->get('x'), $cache->getResultMessage(), $cache->getMulti(['x'])]);
        $cache = new Memcached;
        $this->call('no server', fn() => [$cache->get('x'), $cache->getResultCode(), $cache->getResultMessage()]);
    }

    protected function big(): void
    {
        $value = $this->bytes($this->pick([5000, 900_000, 1_200_000]));
        $this->call('set', fn() => $this->cache->set($this->prefix . 'big', $value));
        $this->result();
        $this->call('get', fn() => ($got = $this->cache->get($this->prefix . 'big')) === $value ? 'the same' : $got);
        $this->cache->delete($this->prefix . 'big');
    }

    protected function readThrough(): void
    {
        $key = $this->prefix . 'through';
        $this->percent(50) && $this->cache->delete($key);
        $throws = $this->percent(20);
        $this->call('get', fn() => $this->cache->get($key, function (Memcached $cache, string $key, &$value) use ($throws) {
            $this->nap();
            if ($throws) {
                throw new LogicException('not found');
            }
            $value = "made for $key";
            return true;
        }));
    }

    /** A server that answers nonsense, or nothing in time. */
    protected function broken(): void
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $cache = new Memcached;
        $cache->setOptions([Memcached::OPT_POLL_TIMEOUT => 20, Memcached::OPT_RECV_TIMEOUT => 20000, Memcached::OPT_SEND_TIMEOUT => 20000]);
        $cache->addServer('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1));
        $this->call('silent', fn() => [$cache->get('x'), $cache->getResultCode()]);
    }

    protected function anew(): void
    {
        $this->call('quit', fn() => [$this->cache->quit(), is_bool($this->cache->set($this->prefix . 'a', 1)), $this->cache->getResultCode()]);
        $this->percent(50) && $this->cache = $this->connect();
    }
}
