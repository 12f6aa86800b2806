--TEST--
spawn with and spawn in take a scope, a group or a strategy from any expression (SY-10, SY-11, SY-12, SY-18)
--FILE--
<?php
use Async\{Scope, SpawnStrategy, TaskGroup, Coroutine};
use function Async\{hiPriority, currentScope};

function answer(int|string $x): string
{
    return Holder::$names[currentScope()] . $x;
}

class Holder
{
    public static WeakMap $names;
    public static Scope $shared;
    public array $list;

    public function __construct(public Scope $scope)
    {
        $this->list = ['x' => $scope];
    }

    public function scope(): Scope
    {
        return $this->scope;
    }

    public static function shared(): Scope
    {
        return self::$shared;
    }

    public function run(): array
    {
        return [
            spawn with $this->scope $this->ask(1),
            spawn with $this->scope() self::tell(2),
            spawn with $this->list['x'] static::tell(3),
            spawn with $this->scope static { return answer(4) . (isset($this) ? ' with this' : ''); },
            spawn with self::$shared { return $this->ask(5); },
            spawn with static::shared() use () { return $this->ask(6); },
        ];
    }

    private function ask(int $x): string
    {
        return answer($x);
    }

    private static function tell(int $x): string
    {
        return answer($x);
    }
}

class Log implements SpawnStrategy
{
    public function __construct(private string $name = 'Log')
    {
    }

    public function provideScope(): ?Scope
    {
        return Holder::$shared;
    }

    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        echo "$this->name before\n";
        return [];
    }

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        echo "$this->name after\n";
    }

    public function itself(): static
    {
        return $this;
    }
}

$scope = new Scope;
$other = new Scope;
Holder::$shared = new Scope;
Holder::$names = new WeakMap;
Holder::$names[$scope] = 'scope ';
Holder::$names[$other] = 'other ';
Holder::$names[Holder::$shared] = 'shared ';
$text = 'captured';

$coroutines = [
    ...(new Holder($scope))->run(),
    spawn with $scope answer(7),
    spawn with $scope use ($text): string { return answer($text); },
    spawn in $other answer(8),
    spawn in $other { return answer(9); },
    spawn with ($scope ?? $other) answer(10),
    spawn with (fn() => $other)() { return answer(11); },
    spawn with $scope (fn() => answer(12))(),
    spawn with $scope 'answer'('12b'),
    spawn with $scope new Holder($other)->scope(),
    spawn with Holder::shared() answer(13),
    spawn with $GLOBALS['other'] { return answer(14); },
    spawn with new Log { return answer(15); },
    spawn with new Log('Named') answer(16),
    spawn with new Log('Itself')->itself() answer(17),
];
foreach ($coroutines as $coroutine) {
    $result = await $coroutine;
    echo is_object($result) ? Holder::$names[$result] . 'itself' : $result, "\n";
}

// A group takes the result; a strategy chooses the place in the queue.
$group = new TaskGroup(captureResults: true);
spawn with $group strrev('abc');
spawn with $group { return 'def'; };
$group->add(spawn { return 'ghi'; });
echo implode(' ', await $group), "\n";

spawn { echo "normal priority\n"; };
spawn with hiPriority() { echo "high priority\n"; };
Async\awaitSpawned();

// with and in are keywords only here.
function with($x) { return "with $x"; }
function in($x) { return "in $x"; }
class With { public static function in() { return 'With::in'; } }
echo await spawn with('brackets'), ', ', await spawn in('brackets'), ', ', await spawn With::in(), "\n";
?>
--EXPECT--
Log before
Log after
Named before
Named after
Itself before
Itself after
scope 1
scope 2
scope 3
scope 4
shared 5
shared 6
scope 7
scope captured
other 8
other 9
scope 10
other 11
scope 12
scope 12b
other itself
shared 13
other 14
shared 15
shared 16
shared 17
cba def ghi
high priority
normal priority
with brackets, in brackets, With::in
