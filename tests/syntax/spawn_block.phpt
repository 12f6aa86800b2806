--TEST--
spawn with a block: captures by value and by reference, types, static, nested, anywhere in expressions (SY-02…SY-06)
--FILE--
<?php
function check(string $what, bool $is): void
{
    echo $what, ': ', $is ? 'yes' : 'no', "\n";
}

$by_value = 1;
$by_reference = 1;
$coroutine = spawn use ($by_value, &$by_reference): int {
    $by_value++;
    return ++$by_reference;
};
$by_value = $by_reference = 10;
check('value of the spawn, reference of now', await $coroutine === 11 && $by_value === 10 && $by_reference === 11);

check('return', await spawn { return 'x'; } === 'x');
check('no return', await spawn { } === null);
check('use()', await spawn use() { return 'x'; } === 'x');
check('use(): type', await spawn use(): string { return 1; } === '1');
check('type alone', await spawn : float { return 1; } === 1.0);
check('nullable, union', await spawn use ($by_value): ?int { return null; } === null
    && await spawn : int|string|null { return 'x'; } === 'x');
check('trailing comma', await spawn use ($by_value,) { return $by_value; } === 10);

try {
    await spawn use(): int { return 'no number'; };
} catch (TypeError $e) {
    check('wrong type', str_contains($e->getMessage(), 'Return value must be of type int, string returned'));
}

class Service
{
    private string $name = 'service';

    public function start(): array
    {
        return [
            spawn { return $this->name; },
            spawn static { return isset($this); },
            spawn static use (): bool { return isset($this); },
            spawn static function () { return isset($this); },
        ];
    }
}
check('$this', array_map(fn($c) => await $c, (new Service)->start()) === ['service', false, false, false]);

check('function', await spawn function { return 1; } === 1);
check('function: type', await spawn function:string { return 2; } === '2');
check('function use', await spawn function use ($by_value): int { return $by_value; } === 10);
check('function () use', await spawn function () use ($by_value): int { return $by_value; } === 10);

$order = [];
spawn use (&$order) {
    $order[] = 'outer';
    await spawn use (&$order) {
        $order[] = 'middle';
        $order[] = await spawn { return await spawn { return 'inner'; }; };
    };
    $order[] = 'outer again';
};
Async\awaitSpawned();
check('nested', $order === ['outer', 'middle', 'inner', 'outer again']);

function give(int $a, Async\Coroutine ...$rest): string
{
    return $a . implode(array_map(fn($c) => await $c, $rest));
}
check('argument', give(1, spawn { return 2; }, spawn { return 3; }) === '123');
check('named argument', give(a: await spawn { return 4; }) === '4');
check('array, index', ['k' => await spawn { return 5; }][await spawn { return 'k'; }] === 5);
check('ternary', (true ? await spawn { return 6; } : spawn { }) === 6);
check('arrow function', await (fn() => spawn { return 7; })() === 7);
check('match', await match (true) { true => spawn { return 8; }, default => spawn { } } === 8);
check('in a string', "{$by_value}{${await spawn { return 'by_value'; }}}" === '1010');
check('as a name', ${await spawn { return 'by_value'; }} === 10 && spawn { }->{(fn() => 'isCompleted')()}() === false
    && (string) (new ReflectionClass('Service'))->{spawn { } ? 'getName' : 'x'}() === 'Service');
echo <<<TEXT
    in a heredoc: {${await spawn { return 'by_value'; }}} await spawn { }

    TEXT;
?>
--EXPECT--
value of the spawn, reference of now: yes
return: yes
no return: yes
use(): yes
use(): type: yes
type alone: yes
nullable, union: yes
trailing comma: yes
wrong type: yes
$this: yes
function: yes
function: type: yes
function use: yes
function () use: yes
nested: yes
argument: yes
named argument: yes
array, index: yes
ternary: yes
arrow function: yes
match: yes
in a string: yes
as a name: yes
in a heredoc: 10 await spawn { }
