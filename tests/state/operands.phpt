--TEST--
While an operand is converted to a string, other coroutines cannot free what its instruction uses afterwards
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Text
{
    public static ?Closure $wait = null;
    public function __construct(public string $text) {}
    public function __toString(): string { (self::$wait)(); return $this->text; }
}
class Log
{
    public $text;
    public ?string $typed = null;
    public int $number = 0;
    public array $list = [];
    public static $shared;
}

$long = fn(string $letter) => str_repeat($letter, 30);
// Each gets a variable that the writer has, too.
$string = fn() => $long('a') . $long('b');
$strings = [
    'a . text' => fn(&$a) => $a . new Text('b'),
    'a .= text' => function (&$a) { return $a .= new Text('b'); },
    'a .= array' => function (&$a) { return $a .= headers_list(); },
    'an odd offset' => fn(&$a) => $a['1x'] ?? $a[3.5],
    'strpos' => fn(&$a) => strpos($a, new Text('b')),
    'strpos, deprecated' => fn(&$a) => strpos($a, 'b', null),
    'strstr' => fn(&$a) => strstr($a, new Text('b')),
    'str_contains' => fn(&$a) => str_contains($a, new Text('ab')),
    'str_starts_with' => fn(&$a) => str_starts_with($a, new Text('aaa')),
    'substr' => fn(&$a) => substr($a, null, 3),
    'trim' => fn(&$a) => trim($a, new Text('b')),
    'implode' => fn(&$a) => implode($a, [1, new Text('x'), 3]),
    'in_array' => fn(&$a) => in_array($a, [new Text('x'), new Text($a)]),
    'str_replace, search' => fn(&$a) => str_replace($a, new Text('x'), $a),
    'str_replace, subject' => fn(&$a) => str_replace(new Text('a'), 'c', $a),
    'str_replace, replacement' => fn(&$a) => str_replace('a', $a, new Text('abc')),
    'strtr' => fn(&$a) => strtr($a, new Text('a'), 'z'),
    'min' => fn(&$a) => min($a, new Text('z')),
    'max' => fn(&$a) => max(new Text('a'), $a),
    'preg_match' => fn(&$a) => preg_match(new Text('/a/'), $a),
    'preg_replace' => fn(&$a) => preg_replace('/a/', new Text('c'), $a),
    'property_exists' => fn(&$a) => property_exists($a, new Text('a')),
    'array with a fraction' => fn(&$a) => [1.5 => $a][1],
    'array without a key' => fn(&$a) => [5, $none => $a][''],
    'class_exists' => fn(&$a) => class_exists($a),
    'new' => function (&$a) { try { new $a; } catch (Error $e) { return $e->getMessage(); } },
];
$writes = [
    'null' => function (&$a) { $a = null; },
    'number' => function (&$a) { $a = 5; },
    'string' => function (&$a) use ($long) { $a = $long('y') . $long('z'); },
];
$log = function () use ($long) {
    $log = new Log;
    $log->text = $log->typed = Log::$shared = $long('a');
    $log->more = $long('m');
    $log->list = [$long('l'), $long('l')];
    return $log;
};
$containers = [
    'element' => [fn() => [$long('a')], function (&$a) { return $a[0] .= new Text('b'); }],
    'element in one' => [fn() => [[$long('a')]], function (&$a) { return $a[0][0] .= new Text('b'); }],
    'property' => [$log, function (&$a) { return $a->text .= new Text('b'); }],
    'typed property' => [$log, function (&$a) { return $a->typed .= new Text('b'); }],
    'dynamic property' => [$log, function (&$a) { return $a->more .= new Text('b'); }],
    'static property' => [$log, function (&$a) { return Log::$shared .= new Text('b'); }],
    'array to string' => [$log, function (&$a) { return $a->text .= headers_list(); }],
    // Messages about a number with a fraction, and about a variable that is not there.
    'unset at a fraction' => [$log, function (&$a) { unset($a->list[1.5]); return 1; }],
    'unset at nothing' => [$log, function (&$a) { unset($a->list[$none]); return 1; }],
    'number in a typed property' => [$log, function (&$a) { $a->number = 1.5; return 1; }],
];
$container_writes = [
    'null' => function (&$a) { $a = null; },
    'null in each' => function (&$a) {
        if (is_array($a)) {
            $a = [null];
        } else {
            $a->text = $a->typed = Log::$shared = $a->more = null;
            $a->list = [];
        }
    },
    'grow' => function (&$a) {
        for ($i = 0; $i < 40; $i++) {
            if (is_array($a)) {
                $a[] = $i;
            } else {
                @$a->{"p$i"} = $i;
            }
        }
    },
];

set_error_handler(function () { (Text::$wait)(); return true; });
for ($i = 0; $i < 2; $i++) {
    spl_autoload_register(function ($class) use ($string) {
        (Text::$wait)();
        $class === $string() || print("BROKEN: autoload $class\n");
    });
}

$runs = $wrong = 0;
function compare(string $what, Closure $make, Closure $use, array $writes): void
{
    global $runs, $wrong;
    Text::$wait = fn() => null;
    $a = $make();
    $expected = $use($a);
    foreach ($writes as $how => $write) {
        Text::$wait = function () { suspend(); usleep(1); suspend(); };
        $a = $make();
        $user = spawn(function () use (&$a, $use) { return $use($a); });
        $writer = spawn(function () use (&$a, $write) {
            $write($a);
            // Memory that was freed is used again.
            return array_map(fn($length) => str_repeat('Q', $length), range(8, 120, 2));
        });
        [$got, $used] = [await($user), await($writer)];
        $runs++;
        if ($got !== $expected && $wrong++ < 10) {
            echo "$what, $how: ", json_encode($got), ' not ', json_encode($expected), "\n";
        }
        unset($a, $user, $writer, $used);
    }
}
foreach ($strings as $what => $use) {
    compare($what, $string, $use, $writes);
}
foreach ($containers as $what => [$make, $use]) {
    compare($what, $make, $use, $container_writes);
}
echo "$runs runs, $wrong wrong\n";

// Where no other coroutine can reach the operands, it runs.
Text::$wait = fn() => suspend();
foreach ([
    'text . string' => fn() => new Text('a') . 'b',
    'string . text' => function () use ($string) { $a = $string(); return strlen($a . new Text('b')); },
    'string .= text' => function () use ($string) { $a = $string(); $a .= new Text('b'); return strlen($a); },
    'strlen' => fn() => strlen(new Text('ab')),
    'trim' => fn() => trim(new Text(' ab ')),
    'str_replace' => function () use ($string) { $a = $string(); return strlen(str_replace(new Text('a'), '', $a)); },
    'array with a fraction' => function () use ($string) { $a = $string(); return count([1.5 => $a]); },
    'new property' => function () use ($log) { $a = [$log()]; $a[0]->new = 1; return $a[0]->new; },
] as $what => $use) {
    $others = 0;
    $other = spawn(function () use (&$others) { $others++; });
    $result = await(spawn(function () use ($use, &$others) { $got = $use(); return [$got, $others]; }));
    await($other);
    echo $what, ': ', json_encode($result), "\n";
}
?>
--EXPECT--
108 runs, 0 wrong
text . string: ["ab",1]
string . text: [61,1]
string .= text: [61,1]
strlen: [2,1]
trim: ["ab",1]
str_replace: [30,1]
array with a fraction: [1,1]
new property: [1,1]
