<?php
/* memcached by ext/memcached. To lose values when it is killed is no fault; to give the value of another key is. */
final class Memcached_Work extends Work
{
    public const WORKERS = 8;
    private ?Memcached $shared = null;

    public function open(): void
    {
    }

    private function connect(Worker $worker): Memcached
    {
        $memcached = new Memcached;
        $memcached->setOptions([
            Memcached::OPT_COMPRESSION => false,
            Memcached::OPT_BINARY_PROTOCOL => $worker->chance(40),
            Memcached::OPT_NO_BLOCK => $worker->chance(30),
            Memcached::OPT_TCP_NODELAY => true,
            Memcached::OPT_POLL_TIMEOUT => $worker->chance(30) ? 300 : 5000,
            Memcached::OPT_CONNECT_TIMEOUT => 5000,
            Memcached::OPT_RETRY_TIMEOUT => 1,
        ]);
        if ($worker->chance(15)) {
            $memcached->addServer($this->server['socket'], 0);
        } else {
            $memcached->addServer('127.0.0.1', $worker->chance(80) ? $this->server['ways']['memcached'] : $this->server['port']);
        }
        return $memcached;
    }

    public function choose(Worker $worker): array
    {
        $deed = $worker->pick(['ask', 'ask', 'many', 'delayed', 'large']);
        $means = $worker->pick(['own', 'own', 'fresh', 'shared']);
        return ["memcached $means $deed", function () use ($worker, $deed, $means) {
            $memcached = match ($means) {
                'own' => $worker->own['memcached'] ??= $this->connect($worker),
                'fresh' => $this->connect($worker),
                'shared' => $this->shared ??= $this->connect($worker),
            };
            try {
                $this->$deed($memcached, $worker);
            } catch (Refused $e) {
                // Servers are taken for dead for a while; a new object tries at once.
                if ($worker->chance(50)) {
                    unset($worker->own['memcached']);
                    $this->shared = null;
                }
                throw $e;
            }
        }];
    }

    private function checked(Memcached $memcached, mixed $answer): mixed
    {
        if ($answer === false && $memcached->getResultCode() !== Memcached::RES_NOTFOUND) {
            throw new Refused('memcached: ' . $memcached->getResultMessage());
        }
        return $answer;
    }

    private function expect(string $key, mixed $answer): void
    {
        if ($answer !== false && (!is_string($answer) || !str_starts_with($answer, "$key="))) {
            throw new Wrong("the value of $key is " . substr(json_encode($answer), 0, 200));
        }
    }

    private function ask(Memcached $memcached, Worker $worker): void
    {
        $key = $worker->token();
        $this->checked($memcached, $memcached->set($key, "$key=1", 60));
        $this->expect($key, $this->checked($memcached, $memcached->get($key)));
    }

    private function many(Memcached $memcached, Worker $worker): void
    {
        $values = [];
        foreach (range(1, $worker->between(2, 30)) as $i) {
            $key = $worker->token();
            $values[$key] = "$key=$i";
        }
        $this->checked($memcached, $memcached->setMulti($values, 60));
        $answer = $memcached->getMulti(array_keys($values));
        foreach ($this->checked($memcached, $answer) ?: [] as $key => $value) {
            $this->expect($key, $value);
        }
    }

    /** Answers are fetched later. */
    private function delayed(Memcached $memcached, Worker $worker): void
    {
        $key = $worker->token();
        $this->checked($memcached, $memcached->set($key, "$key=1", 60));
        if ($memcached !== $this->shared && $memcached->getDelayed([$key])) {
            foreach ($memcached->fetchAll() ?: [] as $found) {
                // One that was cancelled in the middle may have left its own.
                $this->expect($found['key'], $found['value']);
            }
        }
    }

    private function large(Memcached $memcached, Worker $worker): void
    {
        $key = $worker->token();
        $this->checked($memcached, $memcached->set($key, "$key=" . str_repeat('x', $worker->milliseconds(900_000)), 60));
        $this->expect($key, $this->checked($memcached, $memcached->get($key)));
    }

    public function close(): array
    {
        $this->shared = null;
        return [];
    }
}
