--TEST--
iterate(): the caller advances generators, IteratorAggregate and iterators, which can suspend and throw (D39)
--FILE--
<?php
use function Async\{iterate, suspend, spawn, await, currentCoroutine};

$caller = currentCoroutine();
function elements($caller) {
    foreach (['x', 'y', 'z'] as $i => $element) {
        suspend();
        var_dump(currentCoroutine() === $caller);
        yield "key $i" => $element;
    }
}
iterate(elements($caller), function ($value, $key) use ($caller) {
    echo "$key => $value ", currentCoroutine() === $caller ? 'caller' : 'another', "\n";
    suspend();
}, 2);
iterate(new class implements IteratorAggregate { function getIterator(): Iterator { return new ArrayIterator(['p' => 1]); } }, fn($v, $k) => print("$k => $v\n"));
iterate(new ArrayIterator([5]), fn($v, $k) => print("$k => $v\n"));

try {
    iterate((function () { yield 1; suspend(); throw new Exception('from the iterator'); })(), function () {
        try { suspend(); suspend(); suspend(); echo "not reached\n"; } finally { echo "cleaned up\n"; }
    });
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
// The iterator is advanced only as far as needed.
iterate((function () { for ($i = 0; ; $i++) { echo "yield $i\n"; yield $i; } })(), function ($v) { suspend(); return $v < 2; }, 1);
?>
--EXPECT--
bool(true)
key 0 => x another
bool(true)
key 1 => y another
bool(true)
key 2 => z another
p => 1
0 => 5
cleaned up
from the iterator
yield 0
yield 1
yield 2
yield 3
