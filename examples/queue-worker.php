<?php
/*
 * A worker for a queue in Redis: many jobs at a time, in ordinary blocking PHP with the extension redis, and none lost.
 * --help shows the options. Without --server it starts a Redis of its own and runs a demonstration with 60 jobs.
 *
 * A job is a JSON object in a list. The worker takes a job by moving it, in one step, to a second list of its own; a
 * done job is removed there. However the worker ends, each job is in one of the lists, and is done at least once.
 */
declare(strict_types=1);

use Async\{AsyncCancellation, AwaitCancelledException, Pool, Scope, Semaphore};
use function Async\{any, await, delay, protect, signal, spawn, timeout};

const USAGE = <<<'TEXT'
usage: queue-worker.php [option ...]

Takes jobs from a Redis list until SIGTERM or Ctrl-C. Then it takes no more, lets those that run finish, puts the rest
back and ends. A second signal ends it at once; what it was doing is done again by the next worker of that name.

  -s, --server ADDRESS   HOST:PORT or the path of a unix socket
  -q, --queue NAME       the list (jobs); its tail is the next job. Jobs that fail go to NAME:failed
  -w, --worker NAME      one running worker for each name (the host's name)
  -c, --concurrency N    no more than N jobs at a time (20)
  -g, --grace SECONDS    for running jobs, once it has to stop (10)
  -h, --help             this text

Try: redis-cli lpush jobs '{"id": 1, "ms": 500}'

TEXT;

/**
 * Put your own work here. It may take any time; its exception is kept with the job.
 *
 * @param array{id: int, ms?: int, fails?: bool} $job
 */
function handle(array $job): void
{
    delay($job['ms'] ?? 100);           // curl_exec(), PDO, fopen() …
    if ($job['fails'] ?? false) {
        throw new RuntimeException('nothing to be done');
    }
}

exit(main(array_slice($argv, 1)));

/** @param list<string> $arguments */
function main(array $arguments): int
{
    try {
        extension_loaded('redis') || throw new InvalidArgumentException('this needs PHP\'s redis extension (php-redis)');
        $options = read_arguments($arguments);
        if ($options['help']) {
            echo USAGE;
            return 0;
        }
        if ($options['server'] === null) {
            return demonstrate($options);
        }
        $worker = new Worker($options);
        $worker->run();
    } catch (InvalidArgumentException $error) {
        fwrite(STDERR, "queue-worker: {$error->getMessage()}\nqueue-worker --help shows how it is used\n");
        return 2;
    } catch (RedisException $error) {
        fwrite(STDERR, "queue-worker: Redis: {$error->getMessage()}\n");
        return 1;
    }
    echo $worker->report(), "\n";
    return 0;
}

final class Worker
{
    public int $done = 0;
    public int $failed = 0;
    public int $returned = 0;
    private int $mostAtATime = 0;
    private string $queue;
    private string $mine;
    /** @var Pool<Redis> connections: one call at a time goes over each */
    private Pool $connections;
    private Semaphore $places;
    private Scope $jobs;
    private int $concurrency;
    private int $running = 0;

    /** @param array{help: bool, server: string|null, queue: string, worker: string, concurrency: int, grace: float} $options */
    public function __construct(private array $options)
    {
        $this->queue = $options['queue'];
        $this->mine = "$options[queue]:working:$options[worker]";
        $this->connections = new Pool($this->connect(...), healthcheck: fn(Redis $redis) => $redis->ping(), checkInterval: 1000, max: 5);
        $this->concurrency = $options['concurrency'];
        $this->places = new Semaphore($this->concurrency);
        $this->jobs = new Scope;
    }

    /** Returns when it was asked to stop, or with $untilEmpty when no job is left. */
    public function run(bool $untilEmpty = false): void
    {
        // Jobs left by an earlier worker of this name.
        $this->put_back();
        $taker = spawn($this->take(...), $untilEmpty);
        try {
            await(any([$taker, signal(SIGTERM), signal(SIGINT)]));
        } finally {
            $taker->cancel();
            try {
                await($taker);          // its connection is closed then, so that no further job is moved
            } catch (AsyncCancellation | RedisException) {
            }
            $this->finish();
        }
    }

    private function take(bool $untilEmpty): void
    {
        $redis = $this->connect();      // only for this loop: it is blocked nearly always
        while (true) {
            $this->places->acquire();
            // The maximum wait; the place is not returned at the end.
            $message = $redis->brPopLPush($this->queue, $this->mine, 1);
            if ($message !== false) {
                $this->jobs->spawn($this->process(...), $message);
                continue;
            }
            $this->places->release();
            if ($untilEmpty && $this->running === 0) {
                return;
            }
        }
    }

    private function process(string $message): void
    {
        $this->mostAtATime = max($this->mostAtATime, ++$this->running);
        try {
            /** @var array{id: int, ms?: int, fails?: bool} $job */
            $job = json_decode($message, true, flags: JSON_THROW_ON_ERROR);
            handle($job);
            $error = null;
        } catch (AsyncCancellation $cancellation) {
            throw $cancellation;        // it stays where it is, and is put back
        } catch (Throwable $error) {
        } finally {
            $this->running--;
            $this->places->release();
        }
        // This must not be interrupted.
        protect(function () use ($message, $error) {
            $this->connections->use(function (Redis $redis) use ($message, $error) {
                $transaction = $redis->multi();
                if ($error) {
                    $transaction->lPush("$this->queue:failed", json_encode(['job' => $message, 'error' => $error->getMessage()]));
                }
                $transaction->lRem($this->mine, $message, 1);
                $transaction->exec();
            });
        });
        $error ? $this->failed++ : $this->done++;
    }

    /** Let the running jobs finish, within a time limit. */
    private function finish(): void
    {
        $impatient = any([signal(SIGTERM), signal(SIGINT), timeout(max(1, (int) ($this->options['grace'] * 1000)))]);
        try {
            $this->jobs->awaitCompletion(spawn(fn() => await($impatient)));
        } catch (AwaitCancelledException) {
            $this->jobs->cancel();
            $this->jobs->awaitAfterCancellation();
        }
        $this->returned += $this->put_back();
    }

    /** @return int number of jobs */
    private function put_back(): int
    {
        return $this->connections->use(function (Redis $redis) {
            for ($count = 0; $redis->rpoplpush($this->mine, $this->queue) !== false; $count++);
            return $count;
        });
    }

    private function connect(): Redis
    {
        $redis = new Redis;
        $server = (string) $this->options['server'];
        [$host, $port] = str_starts_with($server, '/') ? [$server, '0'] : explode(':', $server) + [1 => '6379'];
        $redis->connect($host, (int) $port, 5);
        $redis->setOption(Redis::OPT_READ_TIMEOUT, 30);
        return $redis;
    }

    public function report(): string
    {
        return "$this->done done, $this->failed failed, $this->returned put back, at most $this->mostAtATime at a time";
    }
}

// ---- arguments ---------------------------------------------------------------------------------

/**
 * @param list<string> $arguments
 * @return array{help: bool, server: string|null, queue: string, worker: string, concurrency: int, grace: float}
 */
function read_arguments(array $arguments): array
{
    $options = ['help' => false, 'server' => null, 'queue' => 'jobs', 'worker' => gethostname() ?: 'worker', 'concurrency' => 20,
        'grace' => 10.0];
    $names = ['s' => 'server', 'q' => 'queue', 'w' => 'worker', 'c' => 'concurrency', 'g' => 'grace', 'h' => 'help'];
    while (($argument = array_shift($arguments)) !== null) {
        $isOption = preg_match('~^(?:-(\w)(.+)?|--([\w-]+)(?:=(.*))?)$~s', $argument, $match, PREG_UNMATCHED_AS_NULL);
        $name = $isOption ? $names[$match[1] ?? ''] ?? $match[3] : null;
        if (!in_array($name, $names, true)) {
            throw new InvalidArgumentException("unknown argument $argument");
        }
        if ($name === 'help') {
            $options['help'] = true;
            continue;
        }
        $value = $match[2] ?? $match[4] ?? array_shift($arguments) ?? throw new InvalidArgumentException("$argument needs a value");
        if (($name === 'concurrency' && (int) $value < 1) || ($name === 'grace' && (!is_numeric($value) || $value < 0))) {
            throw new InvalidArgumentException("--$name must be a number from " . ($name === 'grace' ? 0 : 1) . " on, not \"$value\"");
        }
        match ($name) {
            'concurrency' => $options['concurrency'] = (int) $value,
            'grace' => $options['grace'] = (float) $value,
            'server' => $options['server'] = $value,
            'queue' => $options['queue'] = $value,
            'worker' => $options['worker'] = $value,
        };
    }
    return $options;
}

// ---- the demonstration -------------------------------------------------------------------------

/** @param array{help: bool, server: string|null, queue: string, worker: string, concurrency: int, grace: float} $options */
function demonstrate(array $options): int
{
    $options['server'] = start_redis();
    $redis = new Redis;
    $redis->connect($options['server']);
    for ($id = 1; $id <= 60; $id++) {
        $redis->lPush($options['queue'], json_encode(['id' => $id, 'ms' => $id === 7 ? 60_000 : 20 + $id * 7 % 60] + ($id % 20 ? [] : ['fails' => true])));
    }
    echo "60 jobs; number 7 takes a minute. SIGTERM when 20 are done:\n";
    $first = new Worker(['grace' => 0.3, 'concurrency' => 10] + $options);
    $killer = spawn(function () use ($first) {
        while ($first->done < 20) {
            delay(5);
        }
        exec('kill -TERM ' . getmypid());
    });
    $first->run();
    await($killer);
    $left = $redis->lLen($options['queue']);
    echo "  {$first->report()}\n  $left left in the queue, ", $redis->lLen("$options[queue]:working:$options[worker]"), " lost\n";

    // The long job would still take a minute.
    $redis->lRem($options['queue'], '{"id":7,"ms":60000}', 1);
    echo "The next worker, without number 7:\n";
    $second = new Worker(['concurrency' => 10] + $options);
    $second->run(untilEmpty: true);
    echo "  {$second->report()}\n  ", $redis->lLen($options['queue']), " left in the queue\n";
    $all = $first->done + $first->failed + $second->done + $second->failed;
    echo $all === 59 ? "59 jobs ended once each.\n" : "$all of 59 jobs ended\n";
    return $all === 59 ? 0 : 1;
}

/** @return string path of its socket; it ends with this process */
function start_redis(): string
{
    $path = getenv('PATH') . ':/usr/local/bin:/usr/bin:/usr/sbin:/opt/homebrew/bin';
    $found = array_filter(array_map(fn($folder) => "$folder/redis-server", explode(':', $path)), is_executable(...));
    $program = reset($found) ?: throw new InvalidArgumentException('there is no redis-server here; name a running one with --server');
    $folder = sys_get_temp_dir() . '/queue-worker-' . getmypid();
    mkdir($folder, 0700);
    $process = proc_open([$program, '--port', '0', '--unixsocket', "$folder/socket", '--save', '', '--dir', $folder],
        [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes)
        ?: throw new InvalidArgumentException("$program does not start");
    register_shutdown_function(function () use ($process, $folder) {
        proc_terminate($process, 9);
        proc_close($process);
        array_map(fn(string $path) => unlink($path), glob("$folder/*") ?: []);
        rmdir($folder);
    });
    // The file exists before the server listens.
    for ($i = 0; $i < 500 && !@stream_socket_client("unix://$folder/socket"); $i++) {
        proc_get_status($process)['running'] || throw new InvalidArgumentException("$program does not start");
        delay(10);
    }
    return "$folder/socket";
}
