--TEST--
While a value that is replaced is released, other coroutines cannot free the variable that is used afterwards
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Old
{
    public static bool $waits = false;
    public function __toString(): string { return 'old'; }
    public function __destruct()
    {
        if (self::$waits) {
            suspend();
            usleep(1);
            suspend();
        }
    }
}
class Stream
{
    public $context;
    public function stream_open() { return true; }
    public function stream_close() { (new Old)->__destruct(); }
}
class Log { public $text; public ?object $typed = null; public static $shared; }
stream_wrapper_register('old', 'Stream');

function generator()
{
    try {
        yield 1;
    } finally {
        (new Old)->__destruct();
    }
}
function old_generator(): Generator
{
    $generator = generator();
    $generator->current();
    return $generator;
}
function text(string $letter): string
{
    return str_repeat($letter, 30);
}
$array = fn() => ['k' => new Old, 'l' => [new Old], 'm' => text('m'), 'n' => text('n')];
$log = function () {
    $log = new Log;
    $log->text = new Old;
    $log->typed = new Old;
    Log::$shared = new Old;
    return $log;
};
// The object has a table of its properties, too.
$listed = function () use ($log) {
    $log = $log();
    foreach ($log as $value);
    return $log;
};
$cases = [
    'variable' => [fn() => new Old, function (&$a) { return $a = text('a'); }],
    'element' => [$array, function (&$a) { return $a['k'] = text('a'); }],
    'element of an element' => [$array, function (&$a) { return $a['l'][0] = text('a'); }],
    'property' => [$log, function (&$a) { return $a->text = text('a'); }],
    'typed property' => [$log, function (&$a) { return $a->typed = new ArrayObject; }],
    'static property' => [$log, function (&$a) { return Log::$shared = text('a'); }],
    'reference' => [$array, function (&$a) { $b = text('b'); return $a['k'] = &$b; }],
    'reference in a property' => [$log, function (&$a) { $b = text('b'); return $a->text = &$b; }],
    'reference in a static property' => [$log, function (&$a) { $b = text('b'); return Log::$shared = &$b; }],
    'unset property' => [$listed, function (&$a) { unset($a->text); return 1; }],
    'variable .=' => [fn() => new Old, function (&$a) { return $a .= text('a'); }],
    'element .=' => [$array, function (&$a) { return $a['k'] .= text('a'); }],
    'property .=' => [$log, function (&$a) { return $a->text .= text('a'); }],
    'static property .=' => [$log, function (&$a) { return Log::$shared .= text('a'); }],
    'stream in an element' => [fn() => [fopen('old://', 'r')], function (&$a) { return $a[0] = text('a'); }],
    'process in an element' => [fn() => [popen('sleep 0.005', 'r')], function (&$a) { return $a[0] = text('a'); }],
    'process in a property' => [function () use ($log) {
        $log = $log();
        $log->text = popen('sleep 0.005', 'r');
        return $log;
    }, function (&$a) { return $a->text = text('a'); }],
    'generator in an element' => [fn() => [old_generator()], function (&$a) { return $a[0] = text('a'); }],
    'array_splice' => [$array, function (&$a) { array_splice($a, 0, 2, [text('a')]); return 1; }],
    'settype' => [fn() => new Old, function (&$a) { settype($a, 'array'); return 1; }],
    'preg_match' => [$array, function (&$a) { return preg_match('/a/', 'a', $a); }],
    'Reflection' => [$log, function (&$a) {
        (new ReflectionClass('Log'))->setStaticPropertyValue('shared', text('a'));
        return 1;
    }],
];
$writes = [
    'null' => function (&$a) { $a = Log::$shared = null; },
    'null in each' => function (&$a) {
        if (is_array($a)) {
            $a = [null];
        } elseif ($a instanceof Log) {
            $a->text = $a->typed = Log::$shared = null;
        }
    },
    'grow' => function (&$a) {
        if (is_array($a)) {
            for ($i = 0; $i < 40; $i++) {
                $a[] = $i;
            }
        }
    },
];
$runs = $wrong = 0;
foreach ($cases as $what => [$make, $use]) {
    $a = $make();
    $expected = $use($a);
    foreach ($writes as $how => $write) {
        $a = $make();
        Old::$waits = true;
        $user = spawn(function () use (&$a, $use) { return $use($a); });
        $writer = spawn(function () use (&$a, $write) {
            $write($a);
            // Memory that was freed is used again.
            return array_map(fn($length) => str_repeat('Q', $length), range(8, 120, 2));
        });
        [$got, $used] = [await($user), await($writer)];
        Old::$waits = false;
        $runs++;
        if ($got != $expected && $wrong++ < 10) {
            echo "$what, $how: ", json_encode($got), ' not ', json_encode($expected), "\n";
        }
        unset($a, $user, $writer, $used);
    }
}
echo "$runs runs, $wrong wrong\n";

// Where the instruction is over, or no other coroutine can reach the variable, others run.
Old::$waits = true;
foreach ([
    'no result' => function () use ($log) { $a = $log(); $a->text = 1; },
    'unset' => function () use ($array) { $a = $array(); unset($a['k']); },
    'unset property' => function () use ($listed) { $a = $listed(); unset($a->text); },
    'local variable' => function () { $a = new Old; return $a = 1; },
    'local process' => function () { $a = [popen('sleep 0.005', 'r')]; return $a[0] = 1; },
    'local array' => function () { $a = [new Old]; return $a[0] = 1; },
    'callback' => function () {
        $a = [1];
        array_walk($a, [new class { function filter() { suspend(); } }, 'filter']);
    },
] as $what => $use) {
    $others = 0;
    $other = spawn(function () use (&$others) { $others++; });
    $seen = await(spawn(function () use ($use, &$others) { $use(); return $others; }));
    await($other);
    echo $what, ': ', $seen, "\n";
}
?>
--EXPECT--
66 runs, 0 wrong
no result: 1
unset: 1
unset property: 1
local variable: 1
local process: 1
local array: 1
callback: 1
