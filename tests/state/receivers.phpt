--TEST--
An object whose getIterator(), count() or __unset() waits stays alive when its variable gets another value
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Items implements IteratorAggregate, Countable
{
    public static int $destroyed = 0;
    public $items = ['one', 'two'];
    private function wait(): void
    {
        suspend();
        suspend();
    }
    public function getIterator(): Iterator { $this->wait(); return new ArrayIterator($this->items); }
    public function count(): int { $this->wait(); return count($this->items); }
    public function __unset($name) { $this->wait(); echo "unset $name of ", count($this->items), "\n"; }
    public function __destruct() { self::$destroyed++; }
}
$uses = [
    'foreach' => function (&$a) { $all = []; foreach ($a as $item) { $all[] = $item; } return $all; },
    'count' => function (&$a) { return count($a); },
    'argument' => function (&$a) { return (fn(...$all) => $all)(...$a); },
    'array' => function (&$a) { return [0, ...$a]; },
    'yield from' => function (&$a) {
        return iterator_to_array((function () use (&$a) { yield from $a; })());
    },
    'unset' => function (&$a) { unset($a->name); return true; },
];
foreach ($uses as $what => $use) {
    echo "$what: ";
    $a = new Items;
    $user = spawn(function () use (&$a, $use) { return $use($a); });
    $writer = spawn(function () use (&$a) {
        $a = null;
        // Memory that was freed is used again.
        return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
    });
    $got = await($user);
    await($writer);
    echo json_encode($got), ', ', Items::$destroyed, " destroyed\n";
    Items::$destroyed = 0;
    unset($user, $writer);
}

// The variables of the main script belong to all, and its waits let others run.
$items = new Items;
$others = 0;
$other = spawn(function () use (&$others) { $others++; });
foreach ($items as $item) {
    echo $item, ' ';
}
echo count($items), " $others\n";
// No reference is left.
$items = null;
echo Items::$destroyed, "\n";
?>
--EXPECT--
foreach: ["one","two"], 1 destroyed
count: 2, 1 destroyed
argument: ["one","two"], 1 destroyed
array: [0,"one","two"], 1 destroyed
yield from: ["one","two"], 1 destroyed
unset: unset name of 2
true, 1 destroyed
one two 2 1
1
