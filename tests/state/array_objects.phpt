--TEST--
ArrayObject and ArrayIterator shared by coroutines: a value is replaced or read while its PHP code waits (P10, D33)
--FILE--
<?php
use function Async\{spawn, suspend};

class Value
{
    public static int $alive = 0;
    public function __construct() { self::$alive++; }
    public function __destruct() { self::$alive--; suspend(); suspend(); }
    public function __serialize(): array { suspend(); return [1]; }
    public function __unserialize(array $data): void { self::$alive++; suspend(); }
    public function __debugInfo(): array { suspend(); return []; }
}
class Reading extends ArrayObject
{
    public function offsetGet($key): mixed { suspend(); return parent::offsetGet($key); }
    public function offsetExists($key): bool { suspend(); return parent::offsetExists($key); }
}
class Writing extends ArrayIterator
{
    public function offsetSet($key, $value): void { suspend(); parent::offsetSet($key, $value); }
    public function offsetUnset($key): void { suspend(); parent::offsetUnset($key); }
}

$values = [
    'object' => fn() => new Value,
    'array' => fn() => [new Value, str_repeat('x', 20)],
    'reference' => function () { $holder = [new Value]; $reference = &$holder[0]; return $reference; },
];
$objects = [
    'ArrayObject' => fn($array) => new ArrayObject($array),
    'ArrayIterator' => fn($array) => new ArrayIterator($array),
    'RecursiveArrayIterator' => fn($array) => new RecursiveArrayIterator($array),
    'as properties' => fn($array) => new ArrayObject($array, ArrayObject::ARRAY_AS_PROPS),
    'of an object' => fn($array) => new ArrayObject((object) $array),
    'of another' => fn($array) => new ArrayObject(new ArrayObject($array)),
    'iterator of another' => fn($array) => (new ArrayObject($array))->getIterator(),
    'Reading' => fn($array) => new Reading($array),
    'Writing' => fn($array) => new Writing($array),
];
$changes = [
    'set' => fn($o, $new) => $o[0] = $new(),
    'set by text' => fn($o, $new) => $o['0'] = $new(),
    'set by bool' => fn($o, $new) => $o[false] = $new(),
    'set a name' => fn($o, $new) => $o['name'] = $new(),
    'set a property' => fn($o, $new) => $o->name = $new(),
    'unset' => function ($o, $new) { unset($o[0]); $o[0] = $new(); },
    'unset a property' => function ($o, $new) { unset($o->name); $o->name = $new(); },
    'offsetSet' => fn($o, $new) => $o->offsetSet(0, $new()),
    'offsetUnset' => function ($o, $new) { $o->offsetUnset(0); $o->offsetSet(0, $new()); },
    'append' => fn($o, $new) => $o[] = $new(),
    'exchangeArray' => fn($o, $new) => $o instanceof ArrayObject && $o->exchangeArray([$new(), 'name' => $new()]),
    '__unserialize' => fn($o, $new) => $o->__unserialize([0, [$new(), 'name' => $new()], [], null]),
];
$reads = [
    'get' => fn($o) => [$o[0] ?? 0, $o['name'] ?? 0],
    'getArrayCopy' => fn($o) => $o->getArrayCopy(),
    'foreach' => function ($o) { foreach (clone $o as $value) { suspend(); } },
    'serialize' => fn($o) => serialize($o),
    'var_dump' => function ($o) { ob_start(); var_dump($o); ob_end_clean(); },
    'print_r' => fn($o) => print_r($o, true),
    'clone' => fn($o) => clone $o,
];

set_error_handler(fn($type) => $type === E_DEPRECATED);
$runs = 0;
foreach ($objects as $name => $make) {
    foreach ($values as $kind => $new) {
        foreach ($changes as $change) {
            $o = $make([$new(), 'name' => $new()]);
            $tasks = [];
            foreach ([...array_values($reads), $change, $changes['set'], $changes['set a name'], $changes['append']] as $call) {
                $tasks[] = spawn(function () use ($call, $o, $new) {
                    for ($i = 0; $i < 3; $i++) {
                        try {
                            $call($o, $new);
                        } catch (Error $e) {
                            // An object cannot be appended to.
                            echo str_contains($e->getMessage(), 'Cannot append') ? '' : $e->getMessage() . "\n";
                        }
                        suspend();
                    }
                });
            }
            array_map(Async\await(...), $tasks);
            unset($o, $tasks);
            $runs++;
        }
    }
    gc_collect_cycles();
    echo "$name: ", Value::$alive ? Value::$alive . ' left' : 'none left', "\n";
}
echo "$runs runs\n";

// Destroyed once each, and the last write stays.
$o = new ArrayObject([new Value]);
$tasks = [];
for ($i = 0; $i < 4; $i++) {
    $tasks[] = spawn(function () use ($o, $i) { $o[0] = $i < 3 ? new Value : "last"; });
}
array_map(Async\await(...), $tasks);
var_dump($o[0], Value::$alive);
?>
--EXPECT--
ArrayObject: none left
ArrayIterator: none left
RecursiveArrayIterator: none left
as properties: none left
of an object: none left
of another: none left
iterator of another: none left
Reading: none left
Writing: none left
324 runs
string(4) "last"
int(0)
