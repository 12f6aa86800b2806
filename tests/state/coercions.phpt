--TEST--
A __toString() waits while the name or the value of a property is converted, and others write the variables (D43)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Text
{
    public static ?Closure $wait = null;
    public function __construct(public string $text) {}
    public function __toString(): string { (self::$wait)(); return str_repeat($this->text, 9); }
}
#[AllowDynamicProperties]
class Thing
{
    public string $text = 'x';
    public ?string $nullable = null;
    public int|string $union = 1;
    public readonly string $once;
    public static string $static = '';
    public $any;
    public function setOnce($value) { $this->once = $value; return $this->once; }
    public function typed($value): string { return $value; }
}

$name = str_repeat('name', 9);
// Each gets a variable that the writer has, too.
$uses = [
    'typed property' => function (&$a) { return $a->text = new Text('a'); },
    'nullable property' => function (&$a) { return $a->nullable = new Text('a'); },
    'property of a union' => function (&$a) { return $a->union = new Text('a'); },
    'readonly property' => fn(&$a) => $a->setOnce(new Text('a')),
    'static property' => fn(&$a) => Thing::$static = new Text('a'),
    'property in an object' => function (&$a) { $a->any = new Thing; return $a->any->text = new Text('a'); },
    '??=' => function (&$a) { return $a->nullable ??= new Text('a'); },
    'reference to a property' => function (&$a) { $r = &$a->text; return $r = new Text('a'); },
    'global reference' => function (&$a) { $GLOBALS['global'] = &$a->text; return $GLOBALS['global'] = new Text('a'); },
    'reference in an array' => function (&$a) { $a->any = [&$a->text]; return $a->any[0] = new Text('a'); },
    'reference in two arrays' => function (&$a) { $a->any = [[&$a->text]]; return $a->any[0][0] = new Text('a'); },
    'parameter' => fn(&$a) => (fn(string $x) => $x)(new Text('a')),
    'parameter by reference' => function (&$a) {
        $a->any = new Text('a');
        return (function (string &$x) { return $x; })($a->any);
    },
    'with a default' => function (&$a) {
        $a->any = new Text('a');
        return (function (string &$x = '') { return $x; })($a->any);
    },
    'parameters by reference' => function (&$a) {
        $a->any = new Text('a');
        return (function (string &...$x) { return $x[0]; })($a->any);
    },
    'result' => fn(&$a) => $a->typed(new Text('a')),
    'result by reference' => function (&$a) {
        $a->any = new Text('a');
        return (function &() use (&$a): string { return $a->any; })();
    },
    'name, read' => fn(&$a) => $a->{new Text('name')},
    'name, isset' => fn(&$a) => isset($a->{new Text('name')}),
    'name, ??' => fn(&$a) => $a->{new Text('name')}[0] ?? null,
    'name, assign' => function (&$a) { return $a->{new Text('name')} = 5; },
    'name, assign by reference' => function (&$a) { $v = 5; return $a->{new Text('name')} = &$v; },
    'name, .=' => function (&$a) { return $a->{new Text('name')} .= 'b'; },
    'name, array' => function (&$a) { $a->any = new Thing; return $a->any->{new Text('list')}[5][6] = 7; },
    'name, ++' => function (&$a) use ($name) { $a->$name = 1; return ++$a->{new Text('name')}; },
    'name, --' => function (&$a) use ($name) { $a->$name = 1; return $a->{new Text('name')}--; },
    'name, unset' => function (&$a) { unset($a->{new Text('name')}); },
    'undefined, ++' => function (&$a) { return $a->undefined++; },
];
$writes = [
    'null' => function (&$a) { unset($GLOBALS['global']); $a = null; },
    'null in each' => function (&$a) use ($name) { $a->any = $a->$name = null; $a->text = ''; },
    'other values' => function (&$a) use ($name) {
        $a->text = Thing::$static = str_repeat('t', 40);
        $a->any = [str_repeat('w', 40)];
        $a->union = 5;
        $a->$name = [1];
    },
    'unset' => function (&$a) use ($name) { unset($a->text, $a->nullable, $a->union, $a->any, $a->$name); },
    'grow' => function (&$a) {
        for ($i = 0; $i < 40; $i++) {
            $a->{"p$i"} = $i;
        }
    },
];

set_error_handler(function () { (Text::$wait)(); return true; });
$runs = $wrong = 0;
foreach ($uses as $what => $use) {
    $make = function () use ($name): Thing {
        $thing = new Thing;
        $thing->$name = str_repeat('value', 9);
        return $thing;
    };
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
echo "$runs runs, $wrong wrong\n";

// Where no other coroutine can reach the variables, it runs.
Text::$wait = fn() => suspend();
foreach ([
    'typed property' => function () { $a = new Thing; return $a->text = new Text('a'); },
    'name' => function () { $a = new Thing; return $a->{new Text('name')} = 5; },
    'parameter' => fn() => (fn(string $x) => $x)(new Text('a')),
    'result' => fn() => (fn(): string => new Text('a'))(),
] as $what => $use) {
    $other = false;
    $user = spawn(function () use ($use, &$other) { $use(); return $other; });
    spawn(function () use (&$other) { $other = true; });
    echo $what, await($user) ? '' : ': no other ran', "\n";
}
?>
--EXPECT--
140 runs, 0 wrong
typed property
name
parameter
result
