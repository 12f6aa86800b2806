<?php
/*
 * The program that is put through chaos: coroutines that work with servers, each piece of work in a coroutine of its own
 * that may be cancelled or run into a time limit. Started by tests/programs/chaos:
 *
 *     php program.php SETTINGS OUTPUT
 *
 * SETTINGS is a file with JSON: seed, slow (a factor for all limits), servers by kind. Reads "rest", "go" and "end" from
 * its input. Appends lines of JSON to OUTPUT: "beat" twice a second, "problem" when something is wrong, "rested" with what
 * there is to count when everything was closed, "summary" in the end.
 */

use Async\{AsyncCancellation, BoundedScope, Coroutine, Scope};
use function Async\{await, currentCoroutine, delay, spawn, stats, suspend, timeout};

foreach (['descriptors', 'work', 'databases', 'deeds', 'mysql', 'mysql_deeds', 'pgsql', 'pgsql_deeds', 'redis', 'memcached',
    'http', 'amqp', 'ssh2'] as $name) {
    require __DIR__ . "/$name.php";
}

/* Which kind of server is for whom, and what that needs. */
const WORKS = [
    'mysql' => [MySQL::class, ['pdo_mysql', 'mysqli']],
    'pgsql' => [PostgreSQL::class, ['pdo_pgsql', 'pgsql']],
    'redis' => [Redis_Work::class, ['redis']],
    'memcached' => [Memcached_Work::class, ['memcached']],
    'nginx' => [Http_Work::class, []],
    'amqp' => [Amqp_Work::class, ['amqp']],
    'ssh2' => [Ssh2_Work::class, ['ssh2']],
];
/* Seconds until an operation must have got its answer: pauses of servers, their restarts, waiting for a turn. */
const ANSWER_LIMIT = 60;
/* Seconds until a cancelled one must have ended. */
const CANCEL_LIMIT = 2;

final class Chaos
{
    public readonly int $seed;
    public readonly int $slow;
    /** @var Work[] */
    private array $works = [];
    /** @var array<int, Operation> */
    private array $running = [];
    private bool $resting = true;
    private readonly Scope $scope;
    private readonly Descriptors $descriptors;
    private int $round = 0;
    /** @var array<string, int> how operations ended */
    private array $ends = ['value' => 0, 'error' => 0, 'cancelled' => 0];
    /** @var array<string, int> */
    private array $errors = [];
    /** @var array<string, int> */
    private array $warnings = [];
    /** @var array<string, int> */
    private array $notes = [];
    /** @var array<string, float> in ms */
    private array $longest = ['answer' => 0, 'cancellation' => 0, 'gap' => 0];
    private string $longestName = '';
    private int $problems = 0;
    /** @var resource */
    private $output;

    public function __construct(array $settings, string $output)
    {
        $this->output = fopen($output, 'a');
        $this->seed = $settings['seed'];
        $this->slow = $settings['slow'];
        $this->scope = new Scope;
        $this->scope->setExceptionHandler($this->early(...));
        $ports = [];
        foreach ($settings['servers'] as $kind => $server) {
            $ports += [$server['port'] => "$kind directly"] + array_map(fn($way) => "to $way", array_flip($server['ways']));
            [$class, $extensions] = WORKS[$kind];
            if (array_filter($extensions, fn($name) => !extension_loaded($name))) {
                continue;
            }
            $this->works[] = new $class($this, $server);
        }
        $this->descriptors = new Descriptors($ports);
    }

    public function run(): void
    {
        set_error_handler($this->warning(...));
        spawn($this->beat(...));
        spawn($this->watch(...));
        spawn($this->tick(...));
        while (($line = fgets(STDIN)) !== false) {
            match (trim($line)) {
                'go' => $this->go(),
                'rest' => $this->rest(),
                'end' => $this->end(),
            };
        }
        exit(1);
    }

    private function go(): void
    {
        $this->round++;
        $this->resting = false;
        foreach ($this->works as $work) {
            $work->open();
            for ($i = 0; $i < $work::WORKERS; $i++) {
                spawn($this->work(...), $work, new Worker($work::class . "-$i-$this->round", $this->seed));
            }
        }
    }

    private function work(Work $work, Worker $worker): void
    {
        // One after the other, so that not all connect at once.
        delay($worker->between(0, 300));
        while (!$this->resting) {
            [$name, $body] = $work->choose($worker);
            $this->operate($work, $worker, new Operation($name), $body);
            if ($worker->chance(30)) {
                delay($worker->milliseconds(100));
            }
        }
    }

    private function operate(Work $work, Worker $worker, Operation $operation, Closure $body): void
    {
        $manner = $worker->between(1, 100);
        $ms = $worker->milliseconds(3000);
        $operation->worker = currentCoroutine();
        $this->running[spl_object_id($operation)] = $operation;
        // The operation may run, and fail, while the garbage collector holds its worker up between the end of spawn() and
        // the assignment of what that returns.
        $body = function () use ($operation, $body) {
            $operation->coroutine = currentCoroutine();
            return $body();
        };
        // Kept until the operation has ended.
        $scope = $manner > 95 ? (new BoundedScope)->withTimeout($ms) : null;
        $this->beside(fn() => $this->start($operation, $body, $scope, $ms));
        if (!$this->hasStarted($operation)) {
            unset($this->running[spl_object_id($operation)]);
            return;
        }
        try {
            $manner > 80 && $manner <= 95 && $this->beside(fn() => $this->interrupt($worker, $operation, $ms));
            $this->settle($operation);
            $this->ends['value']++;
        } catch (AsyncCancellation $e) {
            $this->ends['cancelled']++;
            $scope || $operation->cancelled || $this->problem("$operation->name: cancelled without a call of cancel(): {$e->getMessage()}");
        } catch (Throwable $e) {
            $this->failed($work, $operation, $e);
        }
        unset($this->running[spl_object_id($operation)]);
        $this->measure($operation);
    }

    private function start(Operation $operation, Closure $body, ?Scope $scope, int $ms): void
    {
        if ($scope) {
            $scope->setExceptionHandler($this->early(...));
            // The scope will do it, and does not tell.
            $operation->cancelled = hrtime(true) + $ms * 1_000_000;
        }
        $operation->coroutine = ($scope ?? $this->scope)->spawn($body);
    }

    /** An exception of a destructor may have come between the start and its record: the body makes that, too. */
    private function hasStarted(Operation $operation): bool
    {
        for ($turns = 0; !$operation->coroutine && $turns < 100; $turns++) {
            $this->beside(suspend(...));
        }
        return (bool) $operation->coroutine;
    }

    /**
     * An operation has failed before its worker came to await it: the garbage collector has held the worker up. That will
     * await it in a moment. If it waits for the operation already, it should have got the failure. A destructor in C, such
     * as that of an AMQPChannel, may wait for a server within await(): then the worker does not wait for the operation.
     */
    private function early(Scope $scope, Coroutine $coroutine, Throwable $e): void
    {
        foreach ($this->running as $operation) {
            if ($operation->coroutine === $coroutine) {
                $wait = $operation->worker->getAwaitingInfo() + ['type' => '', 'id' => 0];
                $waits = $wait['type'] === 'coroutine' && $wait['id'] === $coroutine->getId();
                !$waits || $this->problem("$operation->name: failed before the eyes of its worker: {$e->getMessage()}");
                return;
            }
        }
        $this->problem('no coroutine has awaited ' . get_class($e) . ': ' . $e->getMessage());
    }

    /**
     * A destructor that runs here, or in the garbage collector, may throw (that of an AMQPChannel does, on a connection that
     * was lost). That is not the end of the operation, which has to have a waiter.
     */
    private function beside(Closure $step): void
    {
        try {
            $step();
        } catch (Exception $e) {
            self::count($this->errors, 'beside: ' . get_class($e) . ': ' . $e->getMessage());
        }
    }

    /** Until it has ended. Destructors may throw here, too. */
    private function settle(Operation $operation): void
    {
        while (true) {
            try {
                await($operation->coroutine);
                return;
            } catch (Exception $e) {
                if ($operation->coroutine->isCompleted() && $operation->coroutine->getException() === $e) {
                    throw $e;
                }
                self::count($this->errors, 'beside: ' . get_class($e) . ': ' . $e->getMessage());
            }
        }
    }

    /**
     * Cancel the operation at some time, by a limit or after some turns. A coroutine other than the waiter does so:
     * otherwise a failure at that moment would have no waiter.
     */
    private function interrupt(Worker $worker, Operation $operation, int $ms): void
    {
        $turns = $worker->chance(40) ? $worker->between(0, 20) : null;
        spawn(function () use ($operation, $ms, $turns) {
            try {
                $turns === null && await($operation->coroutine, timeout($ms));
                for (; $turns > 0 && !$operation->coroutine->isCompleted(); $turns--) {
                    suspend();
                }
            } catch (Throwable) {
                // Its limit, its end, or a destructor's.
            }
            $operation->coroutine->isCompleted() || $operation->cancel();
        });
    }

    /** The current coroutine, if it is an operation's, makes a connection ready for others from now on. */
    public function tidies(): void
    {
        foreach ($this->running as $operation) {
            if ($operation->coroutine === currentCoroutine()) {
                $operation->tidies = true;
            }
        }
    }

    private function failed(Work $work, Operation $operation, Throwable $e): void
    {
        $known = array_filter($work::EXPECTED, fn($class) => $e instanceof $class);
        $message = get_class($e) . ': ' . $e->getMessage();
        if (!$known) {
            $this->problem("$operation->name: $message at " . basename($e->getFile()) . ":{$e->getLine()}");
            return;
        }
        $this->ends['error']++;
        self::count($this->errors, $message);
    }

    private function measure(Operation $operation): void
    {
        $now = hrtime(true);
        $from = $operation->overdueSince($now);
        $kind = $from ? 'cancellation' : 'answer';
        $ms = ($now - ($from ?? $operation->start)) / 1e6;
        if ($ms > $this->longest[$kind]) {
            $this->longest[$kind] = $ms;
            if ($from) {
                $this->longestName = $operation->name;
            }
        }
    }

    /** Is there an operation without an answer? */
    private function watch(): void
    {
        while (true) {
            delay(200);
            $now = hrtime(true);
            foreach ($this->running as $operation) {
                $since = $operation->overdueSince($now);
                $late = $since ? $now - $since > CANCEL_LIMIT * 1e9 * $this->slow
                    : $now - $operation->start > ANSWER_LIMIT * 1e9 * $this->slow;
                if ($late && !$operation->reported) {
                    $operation->reported = true;
                    $what = $since ? 'does not end though it was cancelled' : 'gets no answer';
                    $waits = $operation->coroutine->getAwaitingInfo();
                    $this->problem("$operation->name $what", [
                        'waits_for' => $waits + (isset($waits['fd']) ? Descriptors::describe($waits['fd']) : []),
                        'at' => array_map(fn($frame) => ($frame['class'] ?? '') . ($frame['type'] ?? '') . $frame['function'] . ' '
                            . basename($frame['file'] ?? '') . ':' . ($frame['line'] ?? ''), $operation->coroutine->getTrace(0)),
                    ]);
                }
            }
            // The variable would keep the operation and its connection alive.
            unset($operation);
        }
    }

    /** How long one wait may hold up all others. */
    private function tick(): void
    {
        for ($last = hrtime(true);; $last = $now) {
            delay(10);
            $now = hrtime(true);
            if (!$this->resting) {
                $this->longest['gap'] = max($this->longest['gap'], ($now - $last) / 1e6 - 10);
            }
        }
    }

    private function beat(): void
    {
        while (true) {
            $this->say('beat', ['operations' => array_sum($this->ends)]);
            $this->descriptors->remember();
            delay(500);
        }
    }

    /** Let all operations finish, judge, close everything and count what is left. */
    private function rest(): void
    {
        $this->resting = true;
        for ($i = 0; $this->running && $i < 10 * $this->slow * ANSWER_LIMIT; $i++) {
            delay(100);
        }
        // Workers see it after a short delay of theirs.
        delay(400);
        foreach ($this->works as $work) {
            array_map($this->problem(...), $work->close());
        }
        // What destructors release is garbage for the next time only.
        for ($i = 0; $i < 20 && gc_collect_cycles(); $i++) {
            delay(20);
        }
        // Free pages that PHP keeps for later are no growth.
        gc_mem_caches();
        for ($i = 0; $i < 40; $i++) {
            delay(50);
            $left = stats();
            if ($left['jobs'] === 0 && $left['waiting'] <= 4) {
                break;
            }
        }
        $all_kept = array_map(fn(Work $work) => $work->kept(), $this->works);
        $kept = array_sum($all_kept);
        $had = intdiv(memory_get_usage(true), 1024);
        $all = (int) preg_replace('/.*^RssAnon:\s+(\d+).*/ms', '$1', file_get_contents('/proc/self/status'));
        $this->say('rested', [
            'descriptors' => $this->descriptors->count() - $kept,
            'kept' => $kept,
            'kept of' => $all_kept,
            'memory' => memory_get_usage(),
            'had' => $had,
            'other_memory' => $all - $had,
            'coroutines' => count(Async\getCoroutines()),
            'waiting' => $left['waiting'],
            'blocked' => $left['blocked_in_place'],
            'polled' => $left['descriptors'],
            'operations' => array_sum($this->ends),
            'kinds of descriptors' => $this->descriptors->kinds(),
        ]);
    }

    /** In the midst of everything. */
    private function end(): never
    {
        arsort($this->errors);
        arsort($this->warnings);
        $this->say('summary', ['ends' => $this->ends, 'longest' => array_map('intval', $this->longest), 'slowest cancelled' => $this->longestName,
            'notes' => $this->notes, 'errors' => $this->errors, 'warnings' => $this->warnings, 'coroutines' => count(Async\getCoroutines())]);
        exit(0);
    }

    private function warning(int $level, string $message): bool
    {
        self::count($this->warnings, $message);
        return true;
    }

    public function note(string $what, int $count): void
    {
        $this->notes[$what] = ($this->notes[$what] ?? 0) + $count;
    }

    public function problem(string $what, array $more = []): void
    {
        // The first fifty are enough.
        if (++$this->problems <= 50) {
            $this->say('problem', ['what' => $what] + $more);
        }
    }

    /** Messages that differ in numbers only are the same. */
    private static function count(array &$counts, string $message): void
    {
        $message = preg_replace(['/\d+/', '~/\S+~', '/[\w\\\\]+-N-N-N\w*/'], ['N', 'PATH', 'TOKEN'], substr($message, 0, 300));
        $counts[$message] = ($counts[$message] ?? 0) + 1;
    }

    private function say(string $what, array $more): void
    {
        fwrite($this->output, json_encode(['say' => $what] + $more, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    }
}

[, $settings, $output] = $argv;
(new Chaos(json_decode(file_get_contents($settings), true), $output))->run();
