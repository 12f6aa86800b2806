<?php
/*
 * A client of a random program: a list of operations on connections, tables and keys of its own, chosen by the seed, and
 * the transcript of what they gave. Nothing that is chosen depends on what came out, so that both runs do the same.
 */

/** The operation cannot go on, and has said why. */
final class Given_Up extends Exception
{
}

/** Runs what it was given when it is destroyed. */
final class At_Destruction
{
    public function __construct(private readonly Closure $run)
    {
    }

    public function __destruct()
    {
        ($this->run)();
    }
}

abstract class Client
{
    /* Methods, and how often they are picked in comparison. */
    protected const OPERATIONS = [];
    /* For a shared connection: operations that neither change its state nor depend on it. */
    protected const ALONE = [];
    /* How an operation is called: directly for the most part. */
    private const WAYS = ['plain', 'plain', 'plain', 'fiber', 'destructor', 'sort', 'generator', 'buffer'];

    /* Of names of its own. */
    public readonly string $prefix;
    public bool $isOpen = false;
    protected Random\Randomizer $random;
    private ?Random\Randomizer $casual = null;
    private array $lines = [];
    private string $operation = '';
    private array $warnings = [];

    /**
     * @param array $server what tests/inc/servers.inc says of it
     * @param bool $shared others have the same connection
     * @param ?Client $partner the one of the same kind whose connection it takes
     */
    final public function __construct(protected readonly array $server, protected readonly array $all,
        private readonly int $seed, private readonly int $number, protected readonly bool $shared,
        protected readonly ?Client $partner)
    {
        $this->prefix = "c$number" . '_';
    }

    /** Connect, or take the partner's connection. */
    abstract protected function open(): void;

    /** So that a shutdown function may go on, without a transaction. */
    protected function settle(): void
    {
    }

    /** @param int[] $skipped operations that are left out, as if they had never been in the list */
    public function run(int $first, int $last, array $skipped): void
    {
        set_error_handler($this->warn(...));
        if ($first === 0) {
            $this->operation = 'open';
            $this->random = $this->chance(-1);
            $this->attempt(fn() => $this->open());
            $this->isOpen = true;
        }
        for ($index = $first; $index < $last; $index++) {
            $this->random = $this->chance($index);
            $from = $this->shared ? array_intersect_key(static::OPERATIONS, array_flip(static::ALONE)) : static::OPERATIONS;
            $name = $this->weighted($from);
            if (!in_array($index, $skipped, true)) {
                $way = $this->pick(self::WAYS);
                $this->operation = "$index $name" . ($way === 'plain' ? '' : " ($way)");
                $this->$way(fn() => $this->attempt(fn() => $this->$name()));
            }
        }
        $this->operation = 'settle';
        $this->attempt(fn() => $this->settle());
        restore_error_handler();
    }

    public function transcript(): string
    {
        return implode("\n", $this->lines) . "\n";
    }

    private function chance(int $index): Random\Randomizer
    {
        return new Random\Randomizer(new Random\Engine\Mt19937(crc32("$this->seed/$this->number/$index")));
    }

    private function attempt(Closure $do): void
    {
        try {
            $do();
        } catch (Given_Up) {
        } catch (Throwable $e) {
            // PDO's statements and the like on a connection that failed.
            $this->note('ends with', $e);
        }
        if ($this->warnings) {
            $this->note('besides', null);
        }
    }

    private function warn(int $type, string $message, string $file): bool
    {
        if (error_reporting() & $type) {
            $this->warnings[] = "$type: " . normal($message);
        }
        return true;
    }

    /* ---- ways to call an operation ---- */

    private function plain(Closure $do): void
    {
        $do();
    }

    private function fiber(Closure $do): void
    {
        for (($fiber = new Fiber($do))->start(); !$fiber->isTerminated(); $fiber->resume());
    }

    private function destructor(Closure $do): void
    {
        $object = new At_Destruction($do);
        unset($object);
    }

    private function sort(Closure $do): void
    {
        $list = [2, 1];
        usort($list, function ($a, $b) use (&$do) {
            $now = $do;
            $do = null;
            $now && $now();
            return $a <=> $b;
        });
        $this->note('sorted', $list);
    }

    private function generator(Closure $do): void
    {
        foreach ((function () use ($do) {
            yield 1;
            $do();
            yield 2;
        })() as $value);
    }

    private function buffer(Closure $do): void
    {
        ob_start();
        echo $this->prefix;
        $do();
        $this->note('printed', ob_get_clean());
    }

    /* ---- for operations ---- */

    /** Make a call; what it returns, throws and warns of goes into the transcript. Null after an exception. */
    protected function call(string $label, Closure $do): mixed
    {
        try {
            $value = $do();
        } catch (Throwable $e) {
            $this->note($label, $e);
            return null;
        }
        $this->note($label, $value);
        return $value;
    }

    /** … without what is behind it when it fails. */
    protected function must(string $label, Closure $do): mixed
    {
        return $this->call($label, $do) ?: throw new Given_Up;
    }

    protected function note(string $label, mixed $value): void
    {
        $line = "$this->operation | $label: " . normal(describe($value));
        foreach ($this->warnings as $warning) {
            $line .= " ! $warning";
        }
        $this->warnings = [];
        $this->lines[] = $line;
    }

    /** For callbacks, and between two calls: perhaps let others run, perhaps only on the Fiber's level. */
    protected function nap(): void
    {
        $way = $this->between(0, 7);
        $us = $this->between(1, 2000);
        match (true) {
            $way === 0 => usleep($us),
            $way === 1 => Fiber::getCurrent() && Fiber::suspend(),
            !IS_CONCURRENT => null,
            $way === 2 => Async\delay(1),
            $way < 5 => Async\suspend(),
            default => null,
        };
    }

    /** For callbacks whose number or time is not known: what is chosen afterwards is not
     * to depend on them. */
    protected function napAnywhere(): void
    {
        // Others may call it at the same time, where a connection is shared.
        $random = $this->casual ??= $this->chance(-2);
        $us = $random->getInt(1, 2000);
        match ($random->getInt(0, 7)) {
            0 => usleep($us),
            1, 2, 3 => IS_CONCURRENT && Async\suspend(),
            default => null,
        };
    }

    protected function between(int $least, int $most): int
    {
        return $this->random->getInt($least, $most);
    }

    /** True in this number of 100 cases, on average. */
    protected function percent(int $cases): bool
    {
        return $this->between(1, 100) <= $cases;
    }

    protected function pick(array $from): mixed
    {
        return array_values($from)[$this->between(0, count($from) - 1)];
    }

    private function weighted(array $weights): string
    {
        $number = $this->between(1, array_sum($weights));
        foreach ($weights as $name => $weight) {
            if (($number -= $weight) <= 0) {
                return $name;
            }
        }
    }

    protected function text(int $most = 20): string
    {
        $length = $this->between(0, $most);
        $from = $this->pick(['abc', "a'b\"\\c", "\u{e4}\u{20ac}x", '0123456789', " \t\n"]);
        $text = '';
        for ($parts = mb_str_split($from); $length > 0; $length--) {
            $text .= $this->pick($parts);
        }
        return $text;
    }

    protected function bytes(int $most): string
    {
        $length = $this->between(0, $most);
        return $length ? $this->random->getBytes($length) : '';
    }

    /** A stream in memory. */
    protected function stream(string $contents): mixed
    {
        $stream = fopen('php://memory', 'w+');
        fwrite($stream, $contents);
        rewind($stream);
        return $stream;
    }

    /** A port without a listener; port 1 belongs to no server. */
    protected function deadPort(): int
    {
        return 1;
    }
}

/** What differs from run to run. */
function normal(string $text): string
{
    return preg_replace([
        '~Resource id #\d+~', '~/tmp/[\w./-]+~', '~(connection|thread|process) (id )?\(?\d+\)?~i', '~127\.0\.0\.1(:| port )\d+~',
        '~(port )\d+~', '~(after|in) \d+ (ms|milliseconds)~', '~\bSpent \d+~', '~(result index )\d+~', '~pdo_stmt_\w+~', '~(table_oid\W+i:)\d+~',
    ], ['Resource', '/tmp/PATH', '$1 ID', '127.0.0.1:PORT', '$1PORT', '$1 N ms', 'Spent N', '$1N', 'pdo_stmt_N', '${1}N'], $text);
}

/** A value with its types, on one line. */
function describe(mixed $value, int $depth = 0): string
{
    return match (true) {
        is_string($value) => describe_text($value),
        is_array($value) => describe_array($value, $depth),
        is_resource($value) => 'stream:' . describe_text((string) stream_get_contents($value)),
        $value instanceof Throwable => describe_throwable($value),
        $value instanceof Closure => 'Closure',
        is_object($value) => get_class($value) . ($depth < 6 ? describe_array(get_object_vars($value), $depth + 1) : ''),
        default => gettype($value)[0] . ':' . var_export($value, true),
    };
}

function describe_text(string $text): string
{
    $shown = strlen($text) > 300 ? substr($text, 0, 60) . '…' . strlen($text) . ' ' . md5($text) : $text;
    return '"' . addcslashes($shown, "\0..\37\"\\\177") . '"';
}

function describe_array(array $array, int $depth): string
{
    $shown = [];
    foreach ($array as $key => $value) {
        $shown[] = (array_is_list($array) ? '' : describe($key) . '=>') . ($depth > 8 ? '…' : describe($value, $depth + 1));
    }
    return '[' . implode(', ', $shown) . ']';
}

function describe_throwable(Throwable $e): string
{
    $more = match (true) {
        $e instanceof PDOException => ' ' . describe($e->errorInfo),
        $e instanceof mysqli_sql_exception => ' ' . $e->getSqlState(),
        default => '',
    };
    return get_class($e) . '(' . describe($e->getCode()) . ' ' . describe_text($e->getMessage()) . "$more)"
        . ($e->getPrevious() ? ' after ' . describe_throwable($e->getPrevious()) : '');
}
