<?php
/*
 * One random program: coroutines that do random things with what they share. Started by tests/programs/hunt.
 *
 *     php program.php KIND SEED [ACTION …]       the named actions do nothing
 *
 * An action is a closure that gets the program and how deep it is nested; it may let the program act() deeper. What
 * actions throw is caught as a rule, and sometimes not, so that scopes see it. The program works in the current folder,
 * where it may leave files. It prints no result: only the way in which it ends counts.
 */

use Async\{Channel, Mutex, Scope, Semaphore};

use function Async\{delay, spawn, stats, suspend};

/* Coroutines that are nested deeper start no others: a program comes to its end. */
const MAX_DEPTH = 5;
const MAX_COROUTINES = 400;
/* How many actions one after the other, at most. */
const MAX_ACTIONS = 10;
const FIRST_COROUTINES = 6;
/* Of exit(), told from other ends. */
const EXIT_STATUS = 3;

/** "Wrong answer" is what the hunt looks for. */
function expect(string $what, mixed $seen, mixed $wanted): void
{
    if ($seen !== $wanted) {
        echo "Wrong answer of $what: ", var_export($seen, true), "\n";
    }
}

/** Its destructor waits, or starts a coroutine. */
final class Disturbing
{
    public mixed $cycle;
    private int $kind;

    public function __construct()
    {
        $this->kind = mt_rand(0, 3);
    }

    public function __destruct()
    {
        match ($this->kind) {
            0 => suspend(),
            1 => delay(1),
            2 => spawn(fn() => 1),
            3 => null,
        };
    }
}

final class Program
{
    /** @var Async\Coroutine[] */
    public array $coroutines = [];
    /** @var Scope[] */
    public array $scopes = [];
    /** @var array{Async\FutureState, Async\Future}[] */
    public array $futures = [];
    /** @var Channel[] */
    public array $channels;
    /** Makes another body of that of each coroutine. */
    public ?Closure $around = null;
    public Mutex $mutex;
    public Semaphore $semaphore;

    /** @param Closure[] $actions */
    public function __construct(private readonly array $actions)
    {
        $this->channels = [new Channel(0), new Channel(2)];
        $this->mutex = new Mutex;
        $this->semaphore = new Semaphore(2);
    }

    public function run(): void
    {
        for ($i = 0; $i < FIRST_COROUTINES; $i++) {
            $this->spawn(fn() => $this->act(0));
        }
        try {
            $this->act(0);
        } catch (Exception | Async\AsyncCancellation) {
            // Main's own; the others go on.
        }
    }

    public function act(int $depth): int
    {
        for ($left = mt_rand(1, MAX_ACTIONS); $left > 0; $left--) {
            try {
                ($this->pick($this->actions))($this, $depth);
            } catch (Async\AsyncException | Async\AsyncCancellation $e) {
                if (self::oneOf(40)) {
                    throw $e;
                }
            } catch (FiberError | ValueError) {
                // Asked for the impossible: switched a running fiber, read from a closed stream …
            } catch (Exception $e) {
                if (self::oneOf(20)) {
                    throw $e;
                }
            }
        }
        return $depth;
    }

    /** Start a coroutine that others may pick afterwards. */
    public function spawn(Closure $body): ?Async\Coroutine
    {
        if (count($this->coroutines) >= MAX_COROUTINES) {
            return null;
        }
        $body = $this->around ? ($this->around)($body) : $body;
        return $this->coroutines[] = spawn(function () use ($body) {
            try {
                return $body();
            } catch (TypeError $e) {
                if (!str_contains($e->getMessage(), 'valid stream resource')) {
                    throw $e;
                }
                return null; // another coroutine has closed the stream
            }
        });
    }

    public function pick(array $from): mixed
    {
        return $from ? $from[array_rand($from)] : null;
    }

    /** @return Async\Coroutine[] up to three */
    public function some(): array
    {
        $some = [];
        for ($i = 0; $i < 3 && $this->coroutines; $i++) {
            $some["k$i"] = $this->pick($this->coroutines);
        }
        return $some;
    }

    /** True in one of $cases cases, on average. */
    public static function oneOf(int $cases): bool
    {
        return mt_rand(1, $cases) === 1;
    }
}

[, $kind, $seed] = $argv;
$without = array_slice($argv, 3);
mt_srand((int) $seed);
ini_set('default_socket_timeout', '1');
// Warnings come from places that are not ready for a switch.
set_error_handler(function (int $level): bool {
    if (Program::oneOf(2) && stats()['coroutines'] > 0) {
        suspend();
    }
    return $level !== E_USER_ERROR;
});
$actions = require __DIR__ . '/scheduling.php';
if ($kind === 'io' || $kind === 'edges') {
    $actions += require __DIR__ . '/io.php';
}
if ($kind === 'api') {
    $actions += require __DIR__ . '/api.php';
}
if ($kind === 'edges') {
    $actions += require __DIR__ . '/edges.php';
}
if ($kind === 'workers') {
    $actions += require __DIR__ . '/workers.php';
}
if ($kind === 'isolation') {
    $actions += require __DIR__ . '/isolation.php';
}
// They keep their places, so that the others are picked as before.
$program = new Program(array_replace($actions, array_fill_keys($without, fn() => null)));
$program->around = isset($ledger) ? $ledger->known(...) : null;
$program->run();
