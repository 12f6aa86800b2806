<?php
/* Actions in isolated scopes: each isolation counts in statics and globals, and the program keeps the count beside. */

use Async\Scope;

use function Async\{currentCoroutine, suspend};

class Counted
{
    public static int $count = 0;
    public static array $list = [];
    public static ?Counted $object = null;
    public static $expression = PHP_VERSION_ID;

    public function __construct(public int $at)
    {
    }

    public function __destruct()
    {
        // At the end of an isolation it finds the state of that.
        if (self::$count < $this->at && self::$count !== 0) {
            echo "Wrong answer: a destructor sees ", self::$count, ", not $this->at or more\n";
        }
    }
}

class CountedChild extends Counted
{
    public static function count(int $by): int
    {
        static $count = 0;
        return $count += $by;
    }
}

function counted(int $by): int
{
    static $count = 0, $reference = null;
    $reference ??= [&$count];
    return $count += $by;
}

/** What the isolations have counted. Shared by handle. */
final class Ledger
{
    /** @var int[] */
    public array $counts = [0];
    /** @var WeakMap<Async\Coroutine, int> */
    public WeakMap $isolations;
    public int $classes = 0;

    public function __construct()
    {
        $this->isolations = new WeakMap;
        $this->isolations[currentCoroutine()] = 0;
    }

    /** NULL: a coroutine of another kind, of which this is not known. */
    public function current(): ?int
    {
        return $this->isolations[currentCoroutine()] ?? null;
    }

    public function check(): void
    {
        $id = $this->current();
        if ($id === null) {
            return;
        }
        $found = [Counted::$count, CountedChild::$count, CountedChild::count(0), counted(0), $GLOBALS['counted'] ?? 0,
            $_SERVER['counted'] ?? 0, count(Counted::$list)];
        if (array_unique($found) !== [$this->counts[$id]]) {
            echo "Wrong answer: isolation $id has counted {$this->counts[$id]}, found ", json_encode($found), "\n";
        }
    }

    public function count(): void
    {
        $id = $this->current();
        if ($id === null) {
            return;
        }
        $by = mt_rand(1, 3);
        $this->counts[$id] += $by;
        Counted::$count += $by;
        CountedChild::count($by);
        counted($by);
        $GLOBALS['counted'] = ($GLOBALS['counted'] ?? 0) + $by;
        $_SERVER['counted'] = ($_SERVER['counted'] ?? 0) + $by;
        for (; $by > 0; $by--) {
            Counted::$list[] = $by;
        }
    }

    /** A body for a coroutine of this isolation, which is that of the caller where none is given. */
    public function known(Closure $body, ?int $id = null): Closure
    {
        $id ??= $this->current();
        return function () use ($body, $id) {
            if ($id !== null) {
                $this->isolations[currentCoroutine()] = $id;
            }
            $this->check();
            $this->count();
            try {
                return $body();
            } finally {
                $this->check();
            }
        };
    }
}

$ledger = new Ledger;
$isolated = function (Program $p, int $depth) use ($ledger) {
    $id = $ledger->current();
    if ($id === null || count($ledger->counts) > 60) {
        return;
    }
    $scope = Scope::isolated();
    $ledger->counts[] = $ledger->counts[$id];
    $id = count($ledger->counts) - 1;
    if (Program::oneOf(3)) {
        $p->scopes[] = $scope;
    }
    for ($i = mt_rand(0, 3); $i > 0; $i--) {
        $scope->spawn($ledger->known(fn() => $p->act($depth + 1), $id));
    }
    if (Program::oneOf(4)) {
        suspend();
        $scope->{$p->pick(['dispose', 'cancel', 'awaitCompletion'])}();
    }
};
$count = function () use ($ledger) {
    $ledger->check();
    $ledger->count();
    suspend();
    $ledger->check();
};

return [
    'isolated' => $isolated,
    'isolated again' => $isolated,
    'isolated once more' => $isolated,
    'count' => $count,
    'count again' => $count,
    'count once more' => $count,
    'count in a fiber' => function () use ($ledger, $count) {
        $fiber = new Fiber(function () use ($count) {
            $count();
            Fiber::suspend();
            $count();
        });
        $fiber->start();
        suspend();
        $fiber->resume();
        $ledger->check();
    },
    'hold' => function () use ($ledger) {
        if ($ledger->current() !== null) {
            Counted::$object = new Counted(Counted::$count);
            $GLOBALS["held" . mt_rand(0, 9)] = new Counted(Counted::$count);
        }
    },
    'release' => function () {
        Counted::$object = null;
        unset($GLOBALS["held" . mt_rand(0, 9)]);
    },
    'cycle in a static' => function () {
        Counted::$expression = new Disturbing;
        Counted::$expression->cycle = [Counted::$expression];
    },
    'reference' => function () {
        $reference = &Counted::$count;
        suspend();
        try {
            $reference = 'no number';
            echo "Wrong answer: a reference has lost its type\n";
        } catch (TypeError) {
        }
    },
    'declare' => function (Program $p, int $depth) use ($ledger) {
        if ($ledger->classes < 40) {
            $n = $ledger->classes++;
            eval("class Declared$n extends CountedChild { static \$own = PHP_OS . '$n'; static function f() { static \$i = $n; return \$i++; } }
                function declared$n() { static \$i = $n; return \$i++; }");
        }
        if ($ledger->classes > 0) {
            $n = mt_rand(0, $ledger->classes - 1);
            if (class_exists("Declared$n", false) && !is_int(strpos("Declared$n"::$own, PHP_OS))) {
                echo "Wrong answer: {$n}'s expression\n";
            }
            $first = "Declared$n"::f();
            $also = "declared$n"();
            if ("Declared$n"::f() !== $first + 1 || "declared$n"() !== $also + 1) {
                echo "Wrong answer: declared $n\n";
            }
            "Declared$n"::$own .= '.';
        }
    },
    'grow' => function () {
        $name = 'grown' . mt_rand(0, 1000);
        $GLOBALS[$name] = $value = mt_rand();
        foreach ($GLOBALS as $key => $seen) {
            if ($key === $name && $seen !== $value) {
                echo "Wrong answer: $name\n";
            }
        }
        gc_collect_cycles();
    },
    'callable' => function () use ($ledger) {
        $callable = counted(...);
        suspend();
        $id = $ledger->current();
        if ($id !== null && $callable(0) !== $ledger->counts[$id]) {
            echo "Wrong answer: a first-class callable counts elsewhere\n";
        }
    },
];
