--TEST--
A step of a deleting list while the destructor of the removed element waits and another coroutine changes the list (D33)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Item
{
    public static int $alive = 0;
    public function __construct(public int $id) { self::$alive++; }
    public function __destruct() { self::$alive--; suspend(); suspend(); }
}

// No variable keeps an element that is left.
$steps = [
    'next' => function ($list, $see) { for ($list->rewind(); $list->valid(); $list->next()) { $see($list->current()); } },
    'prev' => function ($list, $see) {
        for ($list->rewind(), $n = 0; $n < 6 && $list->valid(); $n++, $list->prev()) { $see($list->current()); }
    },
    'foreach' => function ($list, $see) { foreach ($list as $item) { $see($item); $item = null; } },
    'IteratorIterator' => function ($list, $see) {
        for ($it = new IteratorIterator($list), $it->rewind(); $it->valid(); $it->next()) { $see($it->key()); }
    },
];
$changes = [
    'shift' => fn($list) => $list->shift(),
    'pop' => fn($list) => $list->pop(),
    'all' => function ($list) { while (count($list)) { $list->shift(); } },
    'all, then new ones' => function ($list) {
        while (count($list)) { $list->pop(); }
        for ($i = 0; $i < 9; $i++) { $list->push(str_repeat("$i", 40)); }
    },
    'mode' => fn($list) => $list->setIteratorMode($list->getIteratorMode() ^ SplDoublyLinkedList::IT_MODE_DELETE),
    'nothing' => fn($list) => null,
];

function filled(string $class, int $mode): SplDoublyLinkedList
{
    $list = new $class;
    $list->setIteratorMode($mode | SplDoublyLinkedList::IT_MODE_DELETE);
    for ($i = 0; $i < 5; $i++) {
        $list->push(new Item($i));
    }
    return $list;
}

foreach ([[SplDoublyLinkedList::class, 0], [SplDoublyLinkedList::class, 2], [SplQueue::class, 0], [SplStack::class, 2]] as [$class, $mode]) {
    foreach ($steps as $name => $walk) {
        $all = [];
        foreach ($changes as $change) {
            $list = filled($class, $mode);
            $seen = [];
            $walker = spawn(function () use ($walk, $list, &$seen) {
                $walk($list, function ($item) use (&$seen) { $seen[] = $item->id ?? $item ?? 'none'; });
            });
            $writer = spawn(function () use ($change, $list) {
                suspend();
                try {
                    $change($list);
                } catch (RuntimeException $e) {
                    // The list is empty.
                }
            });
            await($walker);
            await($writer);
            unset($walker, $writer, $list);
            gc_collect_cycles();
            $all[] = implode(' ', $seen) . (Item::$alive ? ' left: ' . Item::$alive : '');
        }
        echo "$class $mode, $name: ", implode(' | ', $all), "\n";
    }
}
?>
--EXPECT--
SplDoublyLinkedList 0, next: 0 none | 0 1 2 3 | 0 none | 0 1 | 0 1 2 3 4 | 0 1 2 3 4
SplDoublyLinkedList 0, prev: 0 | 0 | 0 | 0 | 0 | 0
SplDoublyLinkedList 0, foreach: 0 | 0 1 2 3 | 0 | 0 1 | 0 1 2 3 4 | 0 1 2 3 4
SplDoublyLinkedList 0, IteratorIterator: 0 | 0 0 0 0 | 0 | 0 0 | 0 0 0 0 0 | 0 0 0 0 0
SplDoublyLinkedList 2, next: 4 3 2 1 | 4 none | 4 3 2 | 4 none | 4 3 2 1 0 | 4 3 2 1 0
SplDoublyLinkedList 2, prev: 4 | 4 | 4 | 4 | 4 | 4
SplDoublyLinkedList 2, foreach: 4 3 2 1 | 4 | 4 3 2 | 4 | 4 3 2 1 0 | 4 3 2 1 0
SplDoublyLinkedList 2, IteratorIterator: 4 3 2 1 | 4 | 4 3 2 | 4 | 4 3 2 1 0 | 4 3 2 1 0
SplQueue 0, next: 0 none | 0 1 2 3 | 0 none | 0 1 | 0 1 2 3 4 | 0 1 2 3 4
SplQueue 0, prev: 0 | 0 | 0 | 0 | 0 | 0
SplQueue 0, foreach: 0 | 0 1 2 3 | 0 | 0 1 | 0 1 2 3 4 | 0 1 2 3 4
SplQueue 0, IteratorIterator: 0 | 0 0 0 0 | 0 | 0 0 | 0 0 0 0 0 | 0 0 0 0 0
SplStack 2, next: 4 3 2 1 | 4 none | 4 3 2 | 4 none | 4 3 2 1 0 | 4 3 2 1 0
SplStack 2, prev: 4 | 4 | 4 | 4 | 4 | 4
SplStack 2, foreach: 4 3 2 1 | 4 | 4 3 2 | 4 | 4 3 2 1 0 | 4 3 2 1 0
SplStack 2, IteratorIterator: 4 3 2 1 | 4 | 4 3 2 | 4 | 4 3 2 1 0 | 4 3 2 1 0
