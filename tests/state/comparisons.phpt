--TEST--
A comparison of arrays or objects gets the answer of stock PHP, whatever other coroutines write while a part of it waits
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Text
{
    public static ?Closure $wait = null;
    public function __construct(public string $text) {}
    public function __toString(): string { (self::$wait)(); return $this->text; }
}
class Inner { public $text; public $more; }
class Outer { public $inner; public $last = 1; }

/** Two objects around $text; $isOpen: their properties are dynamic. */
function outer($text, bool $isOpen): object
{
    $class = $isOpen ? stdClass::class : Outer::class;
    $outer = new $class;
    $outer->inner = $isOpen ? new stdClass : new Inner;
    $outer->inner->text = $text;
    $outer->inner->more = [str_repeat('z', 9)];
    $outer->last = 1;
    return $outer;
}

$lists = [
    'array' => fn($text) => [[$text, str_repeat('x', 3)], [str_repeat('y', 3)]],
    'object' => fn($text) => outer($text, false),
    'open object' => fn($text) => outer($text, true),
    'array of objects' => fn($text) => [outer($text, false), [outer($text, true)]],
    'array of numbers' => fn($text) => [[$text instanceof Text ? new Inner : 1, str_repeat('x', 3)], [str_repeat('y', 3)]],
    'array object' => fn($text) => new ArrayObject([outer($text, false), [$text]]),
    'storage' => function ($text) {
        static $key = new stdClass;
        $storage = new SplObjectStorage;
        $storage[$key] = [outer($text, false), [$text]];
        return $storage;
    },
];

/** Call $write for each array and object in $value, the innermost first. */
function in(&$value, Closure $write): void
{
    if (is_object($value)) {
        foreach ($value instanceof ArrayObject ? $value->getArrayCopy() : get_object_vars($value) as $part) {
            in($part, $write);
        }
        if ($value instanceof SplObjectStorage) {
            foreach (clone $value as $index => $object) {
                $part = $value[$object];
                in($part, $write);
            }
        }
        $write($value);
    } elseif (is_array($value)) {
        foreach ($value as &$part) {
            in($part, $write);
        }
        unset($part);
        $write($value);
    }
}
$properties = fn($value) => $value instanceof ArrayAccess ? [] : array_keys(get_object_vars($value));
$writes = [
    'nothing' => function (&$value) {},
    'null' => function (&$value) { $value = null; },
    'number' => function (&$value) { $value = 5; },
    'null in each' => function (&$value) use ($properties) {
        in($value, function (&$part) use ($properties) {
            if (is_array($part)) {
                $part = [null];
            } elseif ($part instanceof ArrayObject) {
                $part->exchangeArray([]);
            } elseif ($part instanceof SplObjectStorage) {
                $part->removeAll($part);
            } elseif (!$part instanceof Text) {
                foreach ($properties($part) as $name) {
                    $part->$name = null;
                }
            }
        });
    },
    'grow' => function (&$value) {
        in($value, function (&$part) {
            for ($i = 0; $i < 40; $i++) {
                if (is_array($part) || $part instanceof ArrayObject) {
                    $part["more $i"] = "new $i";
                } elseif ($part instanceof SplObjectStorage) {
                    $part[new stdClass] = $i;
                } elseif (!$part instanceof Text) {
                    @$part->{"p$i"} = "new $i";
                }
            }
        });
    },
];
$comparisons = [
    '==' => fn(&$one, &$two) => $one == $two,
    '!=' => fn(&$one, &$two) => $two != $one,
    '<' => fn(&$one, &$two) => $one < $two,
    '>=' => fn(&$one, &$two) => $one >= $two,
    '<=>' => fn(&$one, &$two) => $two <=> $one,
    'switch' => function (&$one, &$two) { switch ($one) { case null: return 'one'; case $two: return 'two'; } },
    'in_array' => fn(&$one, &$two) => in_array($one, [null, $two]),
    'in_array, other way' => fn(&$one, &$two) => in_array($two, [&$one]),
    'array_search' => fn(&$one, &$two) => array_search($one, ['k' => $two]),
    'array_keys' => fn(&$one, &$two) => array_keys([$two, null], $one),
    'array_unique' => fn(&$one, &$two) => count(array_unique([$one, $two], SORT_REGULAR)),
    'max' => fn(&$one, &$two) => max($one, $two) == $two,
    'min' => fn(&$one, &$two) => min([&$one, $two]) == $two,
    'sort' => function (&$one, &$two) { $list = [$one, $two]; sort($list); return count($list); },
    'rsort' => function (&$one, &$two) { $list = [&$one, &$two]; rsort($list); return count($list); },
    'asort' => function (&$one, &$two) { $list = ['a' => $one, $two]; asort($list); return array_keys($list); },
    'usort' => function (&$one, &$two) { $list = [$one, $two]; usort($list, fn($a, $b) => $a <=> $b); return count($list); },
    'array_multisort' => function (&$one, &$two) { $list = [$one, $two]; array_multisort($list); return count($list); },
    'heap' => function (&$one, &$two) { $heap = new SplMinHeap; $heap->insert($one); $heap->insert($two); return count($heap); },
    'queue' => fn(&$one, &$two) => (new SplPriorityQueue)->compare($one, $two),
];
$waits = [
    'suspend' => fn() => suspend(),
    'delay' => function () { suspend(); usleep(1); suspend(); },
];

// Of an object that is converted to a number.
set_error_handler(function () { (Text::$wait)(); return true; });
$runs = $wrong = 0;
foreach ($lists as $kind => $make) {
    foreach ($comparisons as $name => $compare) {
        Text::$wait = fn() => null;
        [$one, $two] = [$make(new Text('a')), $make('a')];
        $expected = $compare($one, $two);
        foreach ($writes as $write => $do) {
            foreach ($waits as $how => Text::$wait) {
                [$one, $two] = [$make(new Text('a')), $make('a')];
                $walk = spawn(function () use (&$one, &$two, $compare) { return $compare($one, $two); });
                $writer = spawn(function () use (&$one, &$two, $do) { $do($one); suspend(); $do($two); });
                $got = await($walk);
                await($writer);
                $runs++;
                if ($got !== $expected && $wrong++ < 10) {
                    echo "$kind $name, $write, $how: ", json_encode($got), ' not ', json_encode($expected), "\n";
                }
                unset($walk, $writer, $one, $two);
            }
        }
    }
}
echo "$runs comparisons, $wrong wrong\n";

// An operand that is converted as a whole is not walked over: other coroutines run.
Text::$wait = fn() => suspend();
$list = [new Text('a'), 'b'];
foreach ([
    'text == string' => fn() => $list[0] == 'a',
    'string < text' => fn() => 'b' < $list[0],
    'in_array' => fn() => (fn($call) => $call('a', $list))('in_array'),
    'max' => fn() => count((array) max([$list[0], 'b'])),
] as $name => $compare) {
    $others = 0;
    $other = spawn(function () use (&$others) { $others++; });
    $result = await(spawn(function () use ($compare, &$others) { $got = $compare(); return [$got, $others]; }));
    await($other);
    echo $name, ': ', json_encode($result), "\n";
}
?>
--EXPECT--
1400 comparisons, 0 wrong
text == string: [true,1]
string < text: [false,1]
in_array: [true,1]
max: [1,1]
