--TEST--
An object whose method waits for code at the top level of the main script stays alive when its variable gets another value
--FILE--
<?php
use function Async\{spawn, suspend};

class Items implements IteratorAggregate, Countable
{
    public $items = ['one', 'two'];
    private function wait(): void
    {
        suspend();
        suspend();
    }
    public function getIterator(): Iterator { $this->wait(); return new ArrayIterator($this->items); }
    public function count(): int { $this->wait(); return count($this->items); }
    public function __destruct() { echo 'destroyed, '; }
}

function replace(): void
{
    $GLOBALS['items'] = new Items;
    spawn(function () {
        $GLOBALS['items'] = null;
        // Memory that was freed is used again.
        $GLOBALS['memory'] = array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
    });
}

replace();
foreach ($items as $item) {
    echo $item, ' ';
}
echo "foreach\n";
replace();
echo count($items), " count\n";
replace();
echo implode(' ', (fn(...$all) => $all)(...$items)), " argument\n";
replace();
echo implode(' ', ['zero', ...$items]), " array\n";
?>
--EXPECT--
destroyed, one two foreach
destroyed, 2 count
destroyed, one two argument
destroyed, zero one two array
