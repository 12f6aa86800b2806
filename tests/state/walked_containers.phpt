--TEST--
Containers that C code walks over, while PHP code of a value waits and another coroutine changes them (P10, D33)
--FILE--
<?php
use function Async\{await, spawn, suspend};

require __DIR__ . '/spl_frees_too_early.inc';

class Item implements JsonSerializable
{
    public static int $alive = 0;
    public array $list;
    public function __construct(public $id) { self::$alive++; $this->list = [str_repeat("$id ", 3)]; }
    public function __destruct() { self::$alive--; suspend(); }
    public function jsonSerialize(): mixed { suspend(); return $this->list; }
    public function __serialize(): array { suspend(); return $this->list; }
    public function __debugInfo(): array { suspend(); return $this->list; }
    public function __toString(): string { suspend(); return "item $this->id"; }
}
class Heap extends SplMinHeap
{
    protected function compare($a, $b): int { suspend(); return $b->id <=> $a->id; }
}
class Queue extends SplPriorityQueue
{
    public function compare($a, $b): int { suspend(); return $a <=> $b; }
}

function items(): array { return array_map(fn($i) => new Item($i), range(0, 5)); }
function strings(): array { return array_map(fn($i) => "item $i", range(0, 5)); }
function filled($container, callable $add) {
    foreach (items() as $i => $item) { $add($container, $item, $i); }
    return $container;
}
function storage(array $values): SplObjectStorage {
    static $keys;
    $keys ??= array_map(fn() => new stdClass, range(0, 5));
    $storage = new SplObjectStorage;
    foreach ($values as $i => $value) { $storage[$keys[$i]] = $value; }
    return $storage;
}
function drained($heap): int { for ($n = 0; $heap->valid(); $n++) { $heap->next(); } return $n; }

$arrayChanges = [
    'set' => function ($o) { for ($i = 0; $i < 6; $i++) { $o[$i] = str_repeat("new $i ", 2); } },
    'set items' => function ($o) { for ($i = 0; $i < 6; $i++) { $o[$i] = new Item($i); } },
    'unset' => function ($o) { for ($i = 0; $i < 6; $i++) { unset($o[$i]); } },
    'by reference' => function ($o) { for ($i = 0; $i < 6; $i++) { $r = &$o[$i]; $r = $i; unset($r); } },
    'nothing' => fn($o) => null,
];
$growing = $arrayChanges + [
    'append' => function ($o) { for ($i = 0; $i < 40; $i++) { $o[] = str_repeat("new $i ", 2); } },
    'unset and append' => function ($o) {
        for ($i = 0; $i < 6; $i++) { unset($o[$i]); }
        for ($i = 0; $i < 40; $i++) { $o->append(str_repeat("new $i ", 2)); }
    },
    'foreach by reference' => function ($o) { foreach ($o as &$value) { $value = 5; } },
    'array_walk' => fn($o) => array_walk($o, function (&$value) { $value = 7; }),
    'exchangeArray' => fn($o) => $o instanceof ArrayObject ? $o->exchangeArray([new Item('new')]) : null,
    'asort' => fn($o) => $o->asort(),
];
$listChanges = [
    'push' => function ($l) { for ($i = 0; $i < 20; $i++) { $l->push(new Item($i)); } },
    'pop' => function ($l) { while (count($l)) { $l->pop(); } },
    'shift' => function ($l) { while (count($l)) { $l->shift(); } },
    'set' => function ($l) { for ($i = 0; $i < count($l); $i++) { $l[$i] = "new $i"; } },
    'nothing' => fn($l) => null,
];
$heapChanges = [
    'insert' => function ($h) { for ($i = 0; $i < 9; $i++) { $h instanceof Queue ? $h->insert(new Item($i), $i) : $h->insert(new Item($i)); } },
    'extract' => function ($h) { while (count($h)) { $h->extract(); } },
    'next' => drained(...),
    'foreach' => function ($h) { foreach ($h as $item) { } },
    'collect' => fn($h) => gc_collect_cycles(),
    'nothing' => fn($h) => null,
];
$storageChanges = [
    'attach' => function ($s) { for ($i = 0; $i < 20; $i++) { $s[new stdClass] = new Item($i); } },
    'detach' => function ($s) { foreach (iterator_to_array($s, false) as $object) { unset($s[$object]); } },
    'set' => function ($s) { foreach (iterator_to_array($s, false) as $object) { $s[$object] = 'new'; } },
    'nothing' => fn($s) => null,
];
$fixedChanges = $arrayChanges + [
    'setSize' => function ($f) { $f->setSize(2); $f->setSize(0); $f->setSize(8); },
    'print_r' => function ($f) { $f[1] = 'changed'; print_r($f, true); },
];
$containers = [
    'ArrayObject' => [fn($values) => new ArrayObject($values), $growing],
    'ArrayIterator' => [fn($values) => new ArrayIterator($values), $growing],
    'RecursiveArrayIterator' => [fn($values) => new RecursiveArrayIterator($values), array_diff_key($growing, ['foreach by reference' => 1])],
    'view of another' => [fn($values) => new ArrayObject(new ArrayObject($values)), $growing],
    'SplFixedArray' => [fn($values) => SplFixedArray::fromArray($values), $fixedChanges],
    'SplDoublyLinkedList' => [fn($values) => filled(new SplDoublyLinkedList, fn($l, $item) => $l->push($item)), $listChanges],
    'SplObjectStorage' => [fn($values) => storage($values), $storageChanges],
    'Heap' => [fn($values) => filled(new Heap, fn($h, $item) => $h->insert($item)), $heapChanges],
    'SplMinHeap' => [fn($values) => filled(new SplMinHeap, fn($h, $item, $i) => $h->insert($i % 2 ? $item : "item $i")), $heapChanges],
    'Queue' => [fn($values) => filled(new Queue, fn($q, $item, $i) => $q->insert($item, $i)), $heapChanges],
];
$walks = [
    'json_encode' => fn($c) => json_encode($c, JSON_PARTIAL_OUTPUT_ON_ERROR),
    'serialize' => fn($c) => serialize($c),
    'serialize twice' => fn($c) => serialize([$c, $c]),
    'print_r' => fn($c) => print_r($c, true),
    'var_dump' => function ($c) { ob_start(); var_dump($c); ob_end_clean(); },
    'var_export' => fn($c) => var_export($c, true),
    'method' => fn($c) => $c->serialize(),
    'array_walk' => fn($c) => array_walk($c, function (&$value) { suspend(); }),
    'iterator_to_array' => fn($c) => iterator_to_array($c, false),
    'spread' => fn($c) => [...$c],
    'drain' => drained(...),
    'replace' => function ($c) { for ($i = 0; $i < 6; $i++) { $c[$i] = new Item($i); } },
    'compare' => fn($c, $strings) => $c == $strings,
    'compare to them' => fn($c, $strings) => $strings == $c,
];
/* Container and what is done of which the old PHP frees a value before it has taken it out. */
const EARLY = [['SplFixedArray', 'unset'], ['SplDoublyLinkedList', 'set'], ['SplDoublyLinkedList', 'replace'], ['SplObjectStorage', 'set']];

set_error_handler(fn($type) => true);
$runs = 0;
foreach ($containers as $name => [$make, $changes]) {
    foreach ($walks as $walkName => $walk) {
        // Stock PHP has no reference on the array of a RecursiveArrayIterator, which its children write to.
        if ($name === 'RecursiveArrayIterator' && in_array($walkName, ['compare', 'compare to them', 'method'])) {
            continue;
        }
        foreach ($changes as $changeName => $change) {
            $runs++;
            if (spl_frees_too_early() && (in_array([$name, $walkName], EARLY) || in_array([$name, $changeName], EARLY))) {
                continue;
            }
            $container = $make(items());
            $strings = $make(strings());
            $tasks = [];
            foreach ([fn() => $walk($container, $strings), fn() => $change($container), fn() => $walk($container, $strings)] as $call) {
                $tasks[] = spawn(function () use ($call) {
                    try {
                        $call();
                    } catch (Error | LogicException | RuntimeException $e) {
                        // Not every container has every method.
                    }
                });
            }
            array_map(Async\await(...), $tasks);
            unset($container, $strings, $tasks, $call);
        }
    }
    storage([]);
    gc_collect_cycles();
    echo "$name: ", Item::$alive ? Item::$alive . ' left' : 'none left', "\n";
}
echo "$runs runs\n";

// The old value of a variable is freed in place, while its destructors wait.
$frees = [
    fn(&$v) => preg_match('/(1)/', '1', $v), fn(&$v) => parse_str('a=1', $v), fn(&$v) => settype($v, 'string'),
    fn(&$v) => sscanf('1 2', '%d %d', $v, $w), fn(&$v) => str_replace('a', 'b', 'aa', $v), fn(&$v) => similar_text('a', 'b', $v),
];
foreach ($frees as $free) {
    foreach (['array' => items(...), 'object' => fn() => (object) items(), 'ArrayObject' => fn() => new ArrayObject(items()),
        'Heap' => fn() => $containers['Heap'][0](null)] as $name => $make) {
        await(spawn(function () use ($free, $make) {
            $holder = [$make()];
            try {
                $free($holder[0]);
            } catch (Error $e) {
                // An object without __toString().
            }
        }));
    }
}
echo Item::$alive, "\n";
?>
--EXPECT--
ArrayObject: none left
ArrayIterator: none left
RecursiveArrayIterator: none left
view of another: none left
SplFixedArray: none left
SplDoublyLinkedList: none left
SplObjectStorage: none left
Heap: none left
SplMinHeap: none left
Queue: none left
1048 runs
0
