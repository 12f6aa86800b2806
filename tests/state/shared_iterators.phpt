--TEST--
AppendIterator and RecursiveIteratorIterator over iterators that wait, shared by five coroutines (P10, D33)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Source implements Iterator
{
    protected int $at = 0;
    public function __construct(protected int $count, protected string $prefix = 'v') {}
    public function current(): mixed { suspend(); return $this->prefix . str_repeat('-', 5) . $this->at; }
    public function key(): mixed { suspend(); return "key of $this->prefix$this->at"; }
    public function next(): void { suspend(); $this->at++; }
    public function rewind(): void { $this->at = 0; suspend(); }
    public function valid(): bool { suspend(); return $this->at < $this->count; }
}
class Tree extends Source implements RecursiveIterator
{
    public function hasChildren(): bool { suspend(); return strlen($this->prefix) < 3; }
    public function getChildren(): ?RecursiveIterator { suspend(); return new Tree(2, "$this->prefix$this->at"); }
}
class Walk extends RecursiveIteratorIterator
{
    public function beginChildren(): void { suspend(); }
    public function endChildren(): void { suspend(); }
    public function nextElement(): void { suspend(); }
}

$appended = function () {
    $all = new AppendIterator;
    foreach (['a', 'b', 'c'] as $prefix) {
        $all->append(new Source(2, $prefix));
    }
    return $all;
};
$filtered = fn() => new RecursiveCallbackFilterIterator(new Tree(3, 't'), function ($value) {
    suspend();
    return !str_ends_with($value, '1');
});
$cases = [
    'AppendIterator' => $appended,
    'RecursiveIteratorIterator' => fn() => new RecursiveIteratorIterator(new Tree(3, 't')),
    'parents first' => fn() => new RecursiveIteratorIterator(new Tree(3, 't'), RecursiveIteratorIterator::SELF_FIRST),
    'children first' => fn() => new RecursiveIteratorIterator($filtered(), RecursiveIteratorIterator::CHILD_FIRST),
    'with hooks' => fn() => new Walk(new Tree(3, 't')),
    'RecursiveTreeIterator' => fn() => new RecursiveTreeIterator(new RecursiveCachingIterator(new Tree(3, 't'), 0)),
];
$uses = [
    function ($iterator) { foreach ($iterator as $key => $value) { yield $key => $value; } },
    function ($iterator) { foreach ($iterator as $key => $value) { yield $key => $value; break; } },
    function ($iterator) {
        for ($iterator->rewind(), $i = 0; $iterator->valid() && $i < 5; $iterator->next(), $i++) { yield $iterator->current(); }
    },
    fn($iterator) => iterator_to_array($iterator, false),
    function ($iterator) { iterator_count($iterator); return []; },
];
foreach ($cases as $name => $make) {
    $alone = iterator_to_array($make(), false);
    $same = true;
    foreach ([0, 3] as $whole) {
        $found = $uses[$whole]($make());
        $same = $same && (is_array($found) ? $found : iterator_to_array($found, false)) === $alone;
    }
    $iterator = $make();
    $wrong = 0;
    $tasks = [];
    foreach ($uses as $use) {
        $tasks[] = spawn(function () use ($use, $iterator, $alone, &$wrong) {
            for ($round = 0; $round < 4; $round++) {
                foreach ($use($iterator) as $value) {
                    // A position at the end has no value.
                    $wrong += $value !== null && !is_string($value);
                }
            }
        });
    }
    for ($i = 0; $i < 7; $i++) {
        suspend();
    }
    $tasks[0]->cancel();
    foreach ($tasks as $task) {
        try {
            await($task);
        } catch (Async\AsyncCancellation) {
        }
    }
    echo "$name: ", $wrong ? "$wrong wrong values, " : '', iterator_to_array($iterator, false) === $alone ? 'whole' : 'broken',
        ', ', $same ? 'same' : 'different', "\n";
}
?>
--EXPECT--
AppendIterator: whole, same
RecursiveIteratorIterator: whole, same
parents first: whole, same
children first: whole, same
with hooks: whole, same
RecursiveTreeIterator: whole, same
