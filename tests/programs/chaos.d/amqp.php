<?php
/*
 * RabbitMQ by ext/amqp, through the proxy and past it: questions to oneself, and a queue that lives as long as the program,
 * with confirms, transactions, acknowledgements.
 */
final class Amqp_Work extends Work
{
    public const WORKERS = 8;
    public const EXPECTED = [Refused::class, AMQPException::class];
    private const POOLED = 3;
    private const QUEUE = 'chaos';

    private Async\Pool $pool;
    private ?AMQPConnection $shared = null;
    private Ledger $ledger;
    /** @var array<int, true> messages that the server may have forgotten: a consumer has got them */
    private array $taken = [];

    public function open(): void
    {
        $this->ledger = new Ledger;
        $this->taken = [];
        $this->patiently(fn() => $this->queue(new AMQPChannel($this->calmly())));
        $worker = new Worker('AMQP pool', $this->chaos->seed);
        $this->pool = new Async\Pool(fn() => $this->connect($worker), max: self::POOLED,
            healthcheck: fn(AMQPConnection $connection) => $connection->isConnected());
    }

    /** Nothing of this waits longer than a pause: but for the time limits of the library, a call waits for ever. */
    private function connection(int $port, array $more = []): AMQPConnection
    {
        return new AMQPConnection($more + ['host' => '127.0.0.1', 'port' => $port, 'login' => $this->server['user'],
            'password' => $this->server['password'], 'vhost' => '/', 'connect_timeout' => 12, 'rpc_timeout' => 15,
            'write_timeout' => 12]);
    }

    private function connect(Worker $worker): AMQPConnection
    {
        $port = $worker->chance(80) ? $this->server['ways']['amqp'] : $this->server['port'];
        $connection = $this->connection($port, ['read_timeout' => $worker->between(1, 20) / 10]);
        try {
            $connection->connect();
        } catch (AMQPException $e) {
            // It takes its time to start.
            Async\delay($worker->between(20, 200));
            throw $e;
        }
        return $connection;
    }

    /** Sure to get through. */
    private function calmly(): AMQPConnection
    {
        $connection = $this->connection($this->server['port'], ['read_timeout' => 5]);
        $connection->connect();
        return $connection;
    }

    private function queue(AMQPChannel $channel): AMQPQueue
    {
        $queue = new AMQPQueue($channel);
        $queue->setName(self::QUEUE);
        $queue->setFlags(AMQP_DURABLE);
        $queue->declareQueue();
        return $queue;
    }

    public function choose(Worker $worker): array
    {
        $deed = $worker->pick(['ask', 'ask', 'large', 'confirmed', 'confirmed', 'unconfirmed', 'transaction', 'leaveOpen', 'get', 'get',
            'consume']);
        $means = $worker->pick(['pool', 'own', 'own', 'fresh', 'shared']);
        $do = fn(AMQPConnection $connection) => $this->$deed(new AMQPChannel($connection), $worker);
        $body = match ($means) {
            'pool' => fn() => $this->pool->use($do),
            'own' => fn() => $this->withOwn($worker, $do),
            'fresh' => fn() => $this->withFresh($worker, $do),
            'shared' => fn() => $this->withShared($worker, $do),
        };
        return ["AMQP $means $deed", $body];
    }

    private function withOwn(Worker $worker, Closure $do): void
    {
        try {
            $do($worker->own['amqp'] ??= $this->connect($worker));
        } catch (Exception $e) {
            unset($worker->own['amqp']);
            throw $e;
        }
    }

    private function withFresh(Worker $worker, Closure $do): void
    {
        $do($this->connect($worker));
    }

    private function withShared(Worker $worker, Closure $do): void
    {
        $connection = $this->shared ??= $this->connect($worker);
        try {
            $do($connection);
        } catch (Exception $e) {
            if ($this->shared === $connection) {
                $this->shared = null;
            }
            throw $e;
        }
    }

    private function publish(AMQPChannel $channel, string $text, string $queue): void
    {
        (new AMQPExchange($channel))->publish($text, $queue, AMQP_NOPARAM, ['delivery_mode' => 2]);
    }

    /** A queue of one's own, and what was put into it. */
    private function ask(AMQPChannel $channel, Worker $worker, int $size = 0): void
    {
        $token = $worker->token() . str_repeat('x', $size);
        $queue = new AMQPQueue($channel);
        $queue->setFlags(AMQP_EXCLUSIVE | AMQP_AUTODELETE);
        $queue->declareQueue();
        $this->publish($channel, $token, $queue->getName());
        for ($try = 1; !$message = $queue->get(AMQP_AUTOACK); $try++) {
            $try < 50 || throw new Wrong('nothing of what was put into the queue');
            Async\delay($try);
        }
        if ($message->getBody() !== $token) {
            throw new Wrong('not the answer: ' . substr($message->getBody(), 0, 100) . ' instead of ' . substr($token, 0, 100));
        }
        $queue->delete();
    }

    private function large(AMQPChannel $channel, Worker $worker): void
    {
        $this->ask($channel, $worker, $worker->milliseconds(400_000));
    }

    private function confirmed(AMQPChannel $channel, Worker $worker): void
    {
        $number = $this->ledger->next();
        $is_confirmed = null;
        $channel->setConfirmCallback(
            function () use (&$is_confirmed) {
                $is_confirmed = true;
                return false;
            },
            function () use (&$is_confirmed) {
                $is_confirmed = false;
                return false;
            });
        $channel->confirmSelect();
        $this->ledger->send($number);
        $this->publish($channel, (string) $number, self::QUEUE);
        $channel->waitForConfirm(15);
        $is_confirmed || throw new Refused('not confirmed');
        $this->ledger->confirm($number);
    }

    private function unconfirmed(AMQPChannel $channel, Worker $worker): void
    {
        $number = $this->ledger->next();
        $this->ledger->send($number);
        $this->publish($channel, (string) $number, self::QUEUE);
    }

    private function transaction(AMQPChannel $channel, Worker $worker): void
    {
        $number = $this->ledger->next();
        $channel->startTransaction();
        $this->publish($channel, (string) $number, self::QUEUE);
        if ($worker->chance(20)) {
            $channel->rollbackTransaction();
            return;
        }
        $this->ledger->send($number);
        $channel->commitTransaction();
        $this->ledger->confirm($number);
    }

    /** Never committed. */
    private function leaveOpen(AMQPChannel $channel, Worker $worker): void
    {
        $channel->startTransaction();
        $this->publish($channel, (string) $this->ledger->next(), self::QUEUE);
    }

    private function get(AMQPChannel $channel, Worker $worker): void
    {
        $queue = $this->queue($channel);
        if ($message = $queue->get()) {
            $this->take($message, $queue, $worker);
        }
    }

    private function consume(AMQPChannel $channel, Worker $worker): void
    {
        $channel->setPrefetchCount($worker->between(1, 5));
        $queue = $this->queue($channel);
        $left = $worker->between(1, 5);
        // Not for this consumer alone: it gets what comes for any channel of the connection, with the queue to which that belongs.
        $queue->consume(function (AMQPEnvelope $message, AMQPQueue $queue) use ($worker, &$left) {
            $this->take($message, $queue, $worker);
            return --$left > 0;
        });
        $queue->cancel();
    }

    /** What is not acknowledged comes back. */
    private function take(AMQPEnvelope $message, AMQPQueue $queue, Worker $worker): void
    {
        if (!is_numeric($message->getBody())) {
            throw new Wrong('not a number: ' . substr($message->getBody(), 0, 100));
        }
        if ($worker->chance(70)) {
            $this->taken[(int) $message->getBody()] = true;
            $queue->ack($message->getDeliveryTag());
        } elseif ($worker->chance(50)) {
            $queue->nack($message->getDeliveryTag(), AMQP_REQUEUE);
        }
    }

    public function close(): array
    {
        $this->shared = null;
        $problems = [...$this->judgePool('AMQP pool', $this->pool, self::POOLED), ...$this->recovers()];
        $this->pool->close();
        gc_collect_cycles();
        array_push($problems, ...$this->patiently($this->judgeQueue(...)));
        return $problems;
    }

    /** @return string[] */
    private function judgeQueue(): array
    {
        $queue = $this->queue(new AMQPChannel($this->calmly()));
        $there = [];
        // What others held comes back when the server has seen that they are gone.
        $deadline = hrtime(true) + 15e9 * $this->chaos->slow;
        for ($empty = 0; $empty < 10 || $this->ledger->judge(array_keys($this->taken)) && hrtime(true) < $deadline; $empty++) {
            // Not AMQP_AUTOACK: one whose answer is lost would be gone.
            while ($message = $queue->get()) {
                $there[] = (int) $message->getBody();
                $this->taken[end($there)] = true;
                $queue->ack($message->getDeliveryTag());
                $empty = 0;
            }
            // A channel and its consumers hold each other. The coroutine that collects the garbage may wait for the server meanwhile.
            gc_collect_cycles();
            Async\delay(50);
        }
        $problems = array_map(fn($problem) => "AMQP $problem", [
            ...array_filter($this->ledger->judge($there), fn($problem) => !str_contains($problem, 'was confirmed')),
            ...$this->ledger->judge(array_keys($this->taken)),
        ]);
        $this->chaos->note('AMQP confirmed', $this->ledger->confirmed());
        $this->chaos->note('AMQP taken', count($this->taken));
        return $problems;
    }

    /** @return string[] */
    private function recovers(): array
    {
        $worker = new Worker('judge', 0);
        for ($try = 1; $try <= 3; $try++) {
            $asking = array_map(fn() => Async\spawn($this->pool->use(...),
                fn(AMQPConnection $connection) => $this->ask(new AMQPChannel($connection), $worker)), range(1, 2 * self::POOLED));
            $problems = self::failures('the AMQP pool does not recover', $asking, 20_000 * $this->chaos->slow);
            if (!$problems) {
                break;
            }
            Async\delay(300);
        }
        return $problems;
    }
}
