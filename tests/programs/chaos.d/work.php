<?php
/*
 * What the parts of the program share: an operation with a waiter, the worker that makes operations, what was
 * asked of a server and what it has confirmed.
 */

use Async\Coroutine;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/** An answer that is not the one to the question: never to be expected, whatever happens to servers. */
final class Wrong extends Error
{
}

/** The failure of a client library that reports it by a value instead of an exception. */
final class Refused extends Exception
{
}

/** One piece of work in a coroutine of its own. */
final class Operation
{
    public ?Coroutine $coroutine = null;
    /** Its waiter. */
    public ?Coroutine $worker = null;
    public readonly int $start;
    /** When its cancellation was asked for, in ns; null if it was not. */
    public ?int $cancelled = null;
    /** Does it make a connection ready for the next one? A server that is paused keeps it waiting then, cancelled or not. */
    public bool $tidies = false;
    public bool $reported = false;

    public function __construct(public readonly string $name)
    {
        $this->start = hrtime(true);
    }

    /** Since when it has nothing more to do but to end, in ns; null if it was not cancelled. */
    public function overdueSince(int $now): ?int
    {
        return $this->cancelled && $this->cancelled < $now && !$this->tidies ? $this->cancelled : null;
    }

    public function cancel(): void
    {
        $this->cancelled ??= hrtime(true);
        $this->coroutine->cancel();
    }
}

/** A worker: makes operations, one after the other, with connections of its own. */
final class Worker
{
    public readonly Randomizer $random;
    /** @var array<string, mixed> his own connections, by kind */
    public array $own = [];

    public function __construct(public readonly string $name, int $seed)
    {
        $this->random = new Randomizer(new Xoshiro256StarStar(hash('sha256', "$seed $name", true)));
    }

    /** True with this probability. */
    public function chance(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    public function pick(array $from): mixed
    {
        return $from[$this->random->pickArrayKeys($from, 1)[0]];
    }

    public function between(int $least, int $most): int
    {
        return $this->random->getInt($least, $most);
    }

    /** Mostly short, sometimes long. */
    public function milliseconds(int $most): int
    {
        return max(1, (int) (exp(log($most) * $this->random->getInt(0, 1000) / 1000)));
    }

    /** A text that no other operation has. */
    public function token(): string
    {
        static $count = 0;
        return $this->name . '-' . ++$count;
    }
}

/**
 * Things that a server is asked to do exactly once. What it confirmed must be there in the end, what was never sent must
 * not; what was sent without an answer may be.
 */
final class Ledger
{
    private static int $last = 0;
    /** @var array<int, bool> true when it is confirmed, false when it may have happened */
    private array $sent = [];

    /** A new number. */
    public function next(): int
    {
        return ++self::$last;
    }

    /** From now on it may happen. */
    public function send(int $number): void
    {
        $this->sent[$number] = false;
    }

    public function confirm(int $number): void
    {
        $this->sent[$number] = true;
    }

    public function confirmed(): int
    {
        return count(array_filter($this->sent));
    }

    public function sent(): int
    {
        return count($this->sent);
    }

    /**
     * @param int[] $there the numbers that are there, each as often as it is
     * @return string[] what is wrong
     */
    public function judge(array $there): array
    {
        $problems = [];
        foreach (array_count_values($there) as $number => $times) {
            if ($times > 1) {
                $problems[] = "number $number is there $times times";
            }
            if (!isset($this->sent[$number])) {
                $problems[] = "number $number is there, and was never sent";
            }
        }
        foreach (array_diff(array_keys(array_filter($this->sent)), $there) as $number) {
            $problems[] = "number $number was confirmed and is not there";
        }
        return $problems;
    }

    public function forget(): void
    {
        $this->sent = [];
    }
}

/** Work with one kind of server. */
abstract class Work
{
    /** How many workers it gets. */
    public const WORKERS = 12;
    /** What its clients throw. */
    public const EXPECTED = [Refused::class];

    /** @param array<string, mixed> $server what server_private() has returned, and "ways": ports of the proxy by name */
    public function __construct(protected readonly Chaos $chaos, protected readonly array $server)
    {
        $this->prepare();
    }

    /** What is made once. */
    protected function prepare(): void
    {
    }

    /** Before a round. */
    abstract public function open(): void;

    /**
     * One operation that a worker has chosen: its name and its body.
     *
     * @return array{string, Closure}
     */
    abstract public function choose(Worker $worker): array;

    /**
     * After a round, when all is quiet and the servers are well: find out what is wrong, and close everything.
     *
     * @return string[]
     */
    abstract public function close(): array;

    /**
     * How many persistent connections the server has after close(), which has looked that they are not too many. PHP keeps
     * as many as were ever wanted at once: the descriptors of the program are all the others.
     */
    public function kept(): int
    {
        return 0;
    }

    /** Something is wrong with a pool after a round. @return string[] */
    protected function judgePool(string $name, Async\Pool $pool, int $max): array
    {
        $problems = [];
        // What ended coroutines held comes back while others run.
        for ($i = 0; $i < 500 && ($pool->lent() || $pool->waiting() || $pool->idle() < min($max, 1)); $i++) {
            Async\delay(10 * $this->chaos->slow);
            if (!$pool->lent() && !$pool->waiting()) {
                break;
            }
        }
        foreach (['lent', 'waiting'] as $what) {
            if ($pool->$what()) {
                $problems[] = "$name: {$pool->$what()} $what when no coroutine uses it";
            }
        }
        if (count($pool) > $max) {
            $problems[] = "$name: has " . count($pool) . " of $max";
        }
        return $problems;
    }

    /** @param Async\Coroutine[] $coroutines @return string[] why those fail that do not succeed in time */
    protected static function failures(string $what, array $coroutines, int $ms): array
    {
        try {
            [, $errors] = Async\awaitAll($coroutines, Async\timeout($ms));
        } catch (Async\AwaitCancelledException $e) {
            $errors = [$e];
        }
        return array_map(fn(Throwable $e) => "$what: " . get_class($e) . ': ' . $e->getMessage(), array_values($errors));
    }

    /** Try until it succeeds, for a while: the server has only just been told to go on. */
    protected function patiently(Closure $try): mixed
    {
        for ($deadline = hrtime(true) + 20e9 * $this->chaos->slow;;) {
            try {
                return $try();
            } catch (Exception $e) {
                if (hrtime(true) > $deadline) {
                    throw $e;
                }
                // It may hold the connection that failed, which is to be had for the next try.
                unset($e);
                Async\delay(50);
            }
        }
    }
}
