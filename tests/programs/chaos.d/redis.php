<?php
/* Redis by phpredis: through the proxy, past it, by the unix socket, with TLS. */
final class Redis_Work extends Work
{
    public const EXPECTED = [Refused::class, RedisException::class];
    private const POOLED = 4;
    /** Persistent connections at the same time: more than the workers and uncollected garbage can hold. */
    private const PERSISTENT = 32;
    /** Their name at the server. */
    private const KEEPER = 'keeper';

    private Async\Pool $pool;
    private ?Redis $shared = null;
    private int $kept = 0;
    private Ledger $ledger;
    private string $prefix;
    private int $round = 0;
    /** @var array<int, true> what INCR has answered */
    private array $numbers = [];
    private int $increments = 0;
    /** @var array<int, true> what consumers have got */
    private array $consumed = [];

    public function open(): void
    {
        $this->round++;
        $this->prefix = "chaos:$this->round";
        $this->ledger = new Ledger;
        $this->numbers = $this->consumed = [];
        $this->increments = 0;
        $worker = new Worker('redis pool', $this->chaos->seed);
        $this->pool = new Async\Pool(fn() => $this->connect($worker), healthcheck: function (Redis $redis) {
            try {
                return $redis->ping();
            } catch (RedisException) {
                return false;
            }
        }, max: self::POOLED, checkInterval: 200);
    }

    private function connect(Worker $worker): Redis
    {
        $redis = new Redis;
        // Not without: when phpredis finds in the middle of a pipeline that the connection is lost, it connects again and
        // waits for the rest of the answers: for up to five, one after the other, within ANSWER_LIMIT.
        $patience = 8;
        $server = $this->server;
        if ($worker->chance(15)) {
            $redis->connect($server['socket'], 0, 10, null, 0, $patience);
        } elseif ($worker->chance(25) && isset($server['ways']['redis_tls'])) {
            // The authority is in openssl.cafile: phpredis never releases a stream context.
            $redis->connect('tls://127.0.0.1', $server['ways']['redis_tls'], 10, null, 0, $patience);
        } else {
            $redis->connect('127.0.0.1', $worker->chance(80) ? $server['ways']['redis'] : $server['port'], 10, null, 0, $patience);
        }
        return $redis;
    }

    /** phpredis keeps a pool of them: a worker that wants one while all are in use gets a new one. */
    private function persistent(): Redis
    {
        $redis = new Redis;
        $redis->pconnect('127.0.0.1', $this->server['ways']['redis'], 10, null, 0, 8);
        $redis->client('SETNAME', self::KEEPER) || throw new Refused('false');
        return $redis;
    }

    public function choose(Worker $worker): array
    {
        $deeds = ['ask', 'ask', 'echo', 'push', 'push', 'consume', 'consume', 'increment', 'increment', 'pipeline', 'multi', 'large',
            'blocking'];
        $deed = $worker->pick($deeds);
        $do = fn(Redis $redis) => $this->$deed($redis, $worker);
        $means = $worker->pick(['pool', 'pool', 'own', 'own', 'fresh', 'shared', 'persistent']);
        $body = match ($means) {
            'pool' => function () use ($do, $worker) {
                try {
                    $this->pool->use($do, $worker->chance(30) ? Async\timeout($worker->milliseconds(2000)) : null);
                } catch (Async\AwaitCancelledException) {
                    // Its turn did not come in time.
                }
                if (count($this->pool) > self::POOLED) {
                    throw new Wrong('the pool has ' . count($this->pool));
                }
            },
            'own' => fn() => $do($worker->own['redis'] ??= $this->connect($worker)),
            'fresh' => fn() => $do($this->connect($worker)),
            'shared' => fn() => $do($this->shared ??= $this->connect($worker)),
            'persistent' => fn() => $do($this->persistent()),
        };
        return ["Redis $means $deed", $body];
    }

    private function expect(mixed $expected, mixed $answer): void
    {
        if ($answer === false) {
            throw new Refused('false');
        }
        if ($answer !== $expected) {
            throw new Wrong('not the answer: ' . substr(json_encode($answer), 0, 200) . ' instead of ' . substr(json_encode($expected), 0, 200));
        }
    }

    private function ask(Redis $redis, Worker $worker): void
    {
        // A name that was not used before: what was sent on a lost connection may still be done.
        $token = $worker->token();
        $prefix = $this->prefix;
        $this->expect(true, $redis->set("$prefix:$token", $token, 60));
        $this->expect($token, $redis->get("$prefix:$token"));
    }

    private function echo(Redis $redis, Worker $worker): void
    {
        $token = $worker->token();
        $this->expect($token, $redis->echo($token));
    }

    private function push(Redis $redis, Worker $worker): void
    {
        $number = $this->ledger->next();
        $prefix = $this->prefix;
        $ledger = $this->ledger;
        $ledger->send($number);
        $length = $redis->rPush("$prefix:queue", (string) $number);
        is_int($length) || throw new Refused('false');
        $ledger->confirm($number);
    }

    /** A value that it gets must go to no other consumer. */
    private function consume(Redis $redis, Worker $worker): void
    {
        $prefix = $this->prefix;
        $number = $worker->chance(50) ? $redis->rPopLPush("$prefix:queue", "$prefix:done") : $redis->brPopLPush("$prefix:queue", "$prefix:done", 1);
        if ($number === false) {
            return;
        }
        if (!is_numeric($number)) {
            throw new Wrong('not the answer: ' . json_encode($number));
        }
        if (isset($this->consumed[$number])) {
            throw new Wrong("$number was consumed twice");
        }
        $this->consumed[$number] = true;
    }

    private function increment(Redis $redis, Worker $worker): void
    {
        $this->increments++;
        $number = $redis->incr("$this->prefix:counter");
        $number !== false || throw new Refused('false');
        if (!is_int($number) || isset($this->numbers[$number])) {
            throw new Wrong('INCR says again ' . json_encode($number));
        }
        $this->numbers[$number] = true;
    }

    private function pipeline(Redis $redis, Worker $worker): void
    {
        $tokens = array_map(fn() => $worker->token(), range(1, $worker->between(2, 10)));
        $pipeline = $redis->pipeline();
        foreach ($tokens as $token) {
            $pipeline->echo($token);
        }
        $answer = $pipeline->exec();
        // phpredis 5, when it finds that the connection was lost and connects again, forgets that it was in a pipeline.
        $answer !== end($tokens) || throw new Refused('the last answer only');
        $this->expect($tokens, $answer);
    }

    private function multi(Redis $redis, Worker $worker): void
    {
        $token = $worker->token();
        $number = $this->ledger->next();
        $ledger = $this->ledger;
        $prefix = $this->prefix;
        $ledger->send($number);
        $transaction = $redis->multi();
        $transaction !== false || throw new Refused('false');
        $answer = $transaction->echo($token)->rPush("$prefix:queue", (string) $number)->exec();
        $answer !== false || throw new Refused('false');
        if (($answer[0] ?? null) !== $token || !is_int($answer[1] ?? null)) {
            throw new Wrong('EXEC says ' . json_encode($answer));
        }
        $ledger->confirm($number);
    }

    private function large(Redis $redis, Worker $worker): void
    {
        $token = str_repeat($worker->token(), $worker->milliseconds(50000));
        $this->expect($token, $redis->echo($token));
    }

    private function blocking(Redis $redis, Worker $worker): void
    {
        $answer = $redis->blPop(["$this->prefix:nothing"], 1);
        $answer === [] || $answer === null || $answer === false || throw new Wrong('an answer out of nothing: ' . json_encode($answer));
    }

    public function close(): array
    {
        $this->shared = null;
        $problems = [...$this->judgePool('Redis pool', $this->pool, self::POOLED), ...$this->recovers()];
        $this->pool->close();
        gc_collect_cycles();
        $redis = $this->patiently(function () {
            $redis = new Redis;
            $redis->connect($this->server['socket'], 0, 10);
            return $redis;
        });
        // A connection may be reset after it was found to be alive: it stays in the pool until its next use.
        $tries = 0;
        do {
            $this->allPersistents();
        } while (++$tries < 3 && $this->others($redis, self::KEEPER) < self::PERSISTENT);
        for ($i = 0; $i < 300 && ($others = $this->others($redis, '')); $i++) {
            Async\delay(50);
        }
        if ($others) {
            $problems[] = "Redis: the server still has $others connections";
        }
        $this->kept = $this->others($redis, self::KEEPER);
        if ($this->kept > self::PERSISTENT) {
            $problems[] = "Redis: {$this->kept} persistent connections";
        }
        $done = array_map('intval', $redis->lRange("$this->prefix:done", 0, -1));
        $there = [...array_map('intval', $redis->lRange("$this->prefix:queue", 0, -1)), ...$done];
        array_push($problems, ...array_map(fn($problem) => "Redis $problem", $this->ledger->judge($there)));
        if ($lost = array_diff(array_keys($this->consumed), $done)) {
            $problems[] = 'Redis: was consumed, and is not among what was: ' . implode(' ', array_slice($lost, 0, 10));
        }
        $counter = (int) $redis->get("$this->prefix:counter");
        if ($counter < max(count($this->numbers), ...array_keys($this->numbers + [0 => true])) || $counter > $this->increments) {
            $problems[] = "Redis: the counter is $counter, with " . count($this->numbers) . " answers to $this->increments commands";
        }
        $this->chaos->note('Redis pushed', $this->ledger->confirmed());
        $this->chaos->note('Redis consumed', count($this->consumed));
        $this->chaos->note('Redis pushed, answer lost', count($there) - $this->ledger->confirmed());
        $redis->flushAll();
        $this->numbers = $this->consumed = [];
        return $problems;
    }

    /** Connections of this name that the server has besides this one. */
    private function others(Redis $redis, string $name): int
    {
        $own = $redis->client('ID');
        return count(array_filter($redis->client('LIST'), fn($client) => $client['name'] === $name && $client['id'] != $own));
    }

    /** Use all connections of the pool: lost ones are noticed, and all others get their name. */
    private function allPersistents(): void
    {
        $all = array_map(fn() => Async\spawn($this->patiently(...), $this->persistent(...)),
            range(1, self::PERSISTENT));
        Async\awaitAll($all, Async\timeout(40_000 * $this->chaos->slow));
    }

    public function kept(): int
    {
        return $this->kept;
    }

    /** @return string[] */
    private function recovers(): array
    {
        $worker = new Worker('judge', 0);
        for ($try = 1; $try <= 3; $try++) {
            $asking = array_map(fn() => Async\spawn($this->pool->use(...), fn(Redis $redis) => $this->echo($redis, $worker)),
                range(1, 3 * self::POOLED));
            $problems = self::failures('the Redis pool does not recover', $asking, 20_000 * $this->chaos->slow);
            if (!$problems) {
                break;
            }
            Async\delay(300);
        }
        return $problems;
    }
}
