--TEST--
foreach over each iterator and heap of SPL takes as many numbers of objects as on stock PHP, also beside others and with cycles
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!function_exists('proc_open')) die('skip proc_open() is needed');
// Under valgrind it reports the stock PHP that the test starts: the suspended generators.
skip_under_tools('stock PHP does not collect all of these cycles');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$code = <<<'PHP'
class Heap extends SplHeap { public $held; protected function compare($a, $b): int { return $a <=> $b; } }
class MinHeap extends SplMinHeap { public $held; protected function compare($a, $b): int { return $a <=> $b; } }
class Queue extends SplPriorityQueue { public $held; function compare($a, $b): int { return $a <=> $b; } }
class Own extends RecursiveIteratorIterator { public $held; function current(): mixed { return parent::current(); } }
$fill = function ($heap) { foreach ([3, 1, 2] as $i) $heap instanceof SplPriorityQueue ? $heap->insert($i, $i) : $heap->insert($i); return $heap; };
$array = fn() => new RecursiveArrayIterator([1, [2, [3, 4]], 5]);
$makers = [
    'RecursiveIteratorIterator' => fn() => new RecursiveIteratorIterator($array()), 'RecursiveTreeIterator' => fn() => new RecursiveTreeIterator($array()),
    'Own' => fn() => new Own($array()), 'Heap' => fn() => $fill(new Heap), 'MinHeap' => fn() => $fill(new MinHeap), 'Queue' => fn() => $fill(new Queue),
    'SplMinHeap' => fn() => $fill(new SplMinHeap), 'SplMaxHeap' => fn() => $fill(new SplMaxHeap), 'SplPriorityQueue' => fn() => $fill(new SplPriorityQueue),
    'IteratorIterator' => fn() => new IteratorIterator(new ArrayIterator([1, 2])), 'LimitIterator' => fn() => new LimitIterator(new ArrayIterator([1, 2, 3]), 1, 1),
    'CachingIterator' => fn() => new CachingIterator(new ArrayIterator([1, 2])), 'AppendIterator' => function () { $a = new AppendIterator; $a->append(new ArrayIterator([1])); return $a; },
    'MultipleIterator' => function () { $m = new MultipleIterator; $m->attachIterator(new ArrayIterator([1])); return $m; },
    'ParentIterator' => fn() => new RecursiveIteratorIterator(new ParentIterator($array()), RecursiveIteratorIterator::SELF_FIRST),
    'RegexIterator' => fn() => new RegexIterator(new ArrayIterator(['a', 'b']), '/a/'), 'NoRewindIterator' => fn() => new NoRewindIterator(new ArrayIterator([1])),
    'InfiniteIterator' => fn() => new LimitIterator(new InfiniteIterator(new ArrayIterator([1, 2])), 0, 5), 'Generator' => fn() => (function () { yield 1; yield 2; })(),
    'SplObjectStorage' => function () { $s = new SplObjectStorage; $s[new stdClass] = 1; return $s; }, 'SplFixedArray' => fn() => SplFixedArray::fromArray([1, 2]),
    'SplDoublyLinkedList' => function () { $l = new SplDoublyLinkedList; $l[] = 1; return $l; }, 'ArrayObject' => fn() => new ArrayObject([1, 2]),
];
$number = fn() => spl_object_id(new stdClass);
foreach ($makers as $name => $make) {
    $seen = [$number()];
    $iterator = $make();
    foreach ($iterator as $value) {
        $seen[] = $number();
        if (count($seen) === 2) {
            foreach ($make() as $inner) $seen[] = $number();
        }
    }
    $seen[] = $number();
    foreach ($make() as $value) { $seen[] = $number(); break; }
    $seen[] = $number();
    foreach ($make() as $value) { try { throw new Exception; } catch (Exception) {} gc_collect_cycles(); $seen[] = $number(); }
    $iterator = $inner = null;
    // A suspended foreach in a cycle.
    $generator = (function () use ($make, &$generator) {
        $iterator = $make();
        if (property_exists($iterator, 'held')) $iterator->held = $generator;
        foreach ($iterator as $value) yield $iterator;
    })();
    $generator->current();
    unset($generator);
    $collected = gc_collect_cycles() > 0;
    $seen[] = $number();
    echo "$name ", json_encode($seen), $collected ? ' collected' : '', "\n";
}
foreach (array_merge(...array_values(array_map(fn($make) => [iterator_count($make()), count(iterator_to_array($make(), false))], array_diff_key($makers, ['Generator' => 1])))) as $count) echo "$count ";
echo $number(), "\n";
PHP;
// Stock PHP has no JIT here, so this PHP has none either: the JIT destroys some objects at other places.
$options = '-d display_errors=1 -d opcache.jit=off';
$stock = shell_exec('echo ' . escapeshellarg("<?php $code") . ' | ' . escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' -n 2>&1');
echo substr_count($stock, '['), " classes\n";
[$plain] = run_php($code, $options);
echo $plain === $stock ? "same\n" : "with the extension:\n$plain\non stock PHP:\n$stock";
// In a coroutine, each with the numbers after its own first one.
$relative = fn($text) => preg_replace_callback('/\[[\d,]+\]/', fn($m) => json_encode(array_map(fn($n) => $n - json_decode($m[0])[0], json_decode($m[0]))), $text);
[$inside] = run_php("Async\\await(Async\\spawn(function () { $code }));", $options);
echo preg_replace('/\d+\n\z/', '', $relative($inside)) === preg_replace('/\d+\n\z/', '', $relative($stock)) ? "same in a coroutine\n" : $relative($inside) . $relative($stock);
?>
--EXPECT--
23 classes
same
same in a coroutine
