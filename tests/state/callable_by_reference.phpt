--TEST--
C code that calls a method by [&$object, 'method'] again calls the same object, also when the variable was replaced (D29)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Worker
{
    public function __construct(private string $name) {}
    public function maps(mixed $value): string { suspend(); return "$this->name $value"; }
    public function compares(int $a, int $b): int { suspend(); return strlen($this->name) === 3 ? $a <=> $b : 0; }
    public function replaces(array $match): string { suspend(); return "<$this->name>"; }
    public function filters(int $value): bool { suspend(); return $this->name === 'old' && $value !== 2; }
    public function walks(int &$value): void { suspend(); $value = "$this->name $value"; }
    public function adds(string $sum, int $value): string { suspend(); return "$sum $this->name$value"; }
    public function __invoke(array $match): string { return $this->replaces($match); }
    public function __destruct() { echo "($this->name)"; }
}

$calls = [
    'array_map' => fn(&$worker) => array_map([&$worker, 'maps'], [1, 2, 3]),
    'array_filter' => fn(&$worker) => array_values(array_filter([1, 2, 3], [&$worker, 'filters'])),
    'array_reduce' => fn(&$worker) => array_reduce([1, 2, 3], [&$worker, 'adds'], 'sum'),
    'array_walk' => function (&$worker) { $list = [1, 2, 3]; array_walk($list, [&$worker, 'walks']); return $list; },
    'usort' => function (&$worker) { $list = [3, 1, 2, 5, 4]; usort($list, [&$worker, 'compares']); return $list; },
    'array_udiff' => fn(&$worker) => array_values(array_udiff([1, 2, 3], [2], [&$worker, 'compares'])),
    'preg_replace_callback' => fn(&$worker) => preg_replace_callback('/a/', [&$worker, 'replaces'], 'aaa'),
    'preg_replace_callback_array' => fn(&$worker) =>
        preg_replace_callback_array(['/a/' => [&$worker, 'replaces'], '/b/' => fn() => 'c'], 'aab'),
    'iterator_apply' => fn(&$worker) => iterator_apply(new ArrayIterator([1, 2, 3]), [&$worker, 'maps'], ['x']),
    'a variable has the callable' => function (&$worker) {
        $callable = [&$worker, 'maps'];
        $result = array_map($callable, [1, 2, 3]);
        $callable[0] = 'the reference is still one';
        // The optimizer of opcache drops a write that no code reads.
        return [$result, $worker, count($callable)];
    },
    'a variable has the list' => function (&$worker) {
        $callable = [&$worker, 'replaces'];
        return preg_replace_callback_array(['/a/' => $callable, '/b/' => fn() => 'c'], 'aab');
    },
    'a variable has the list of references' => function (&$worker) {
        $list = ['/a/' => [&$worker, 'replaces'], '/b/' => fn() => 'c'];
        $result = preg_replace_callback_array($list, 'aab');
        $list['/a/'][0] = 'the reference is still one';
        return [$result, $worker, count($list)];
    },
    'the list has a reference to the callable' => function (&$worker) {
        $callable = [&$worker, 'replaces'];
        $list = ['/x/' => 'strlen', '/a/' => &$callable, '/b/' => &$callable];
        return preg_replace_callback_array($list, 'aab');
    },
    'the list has a reference to the object' => function (&$worker) {
        $list = ['/a/' => &$worker, '/b/' => fn() => 'c'];
        return preg_replace_callback_array($list, 'aab');
    },
    'call_user_func' => fn(&$worker) => call_user_func([&$worker, 'maps'], 'x'),
];
foreach ($calls as $name => $call) {
    $worker = new Worker('old');
    $coroutine = spawn(function () use (&$worker, $call) {
        return $call($worker);
    });
    // Until the method waits.
    do {
        suspend();
    } while (!$coroutine->isSuspended() && !$coroutine->isCompleted());
    $worker = new Worker('replaced');
    $filler = [];
    echo "$name: ";
    // Now, and while the second call waits.
    for ($i = 0; $i < 60; $i++) {
        if ($i % 20 === 0 && $i > 0) {
            suspend();
        }
        $filler[] = new class('x') { public function __construct(public string $name) {} };
    }
    echo json_encode(await($coroutine)), "\n";
    unset($worker);
    echo "\n";
}
?>
--EXPECT--
array_map: (old)["old 1","old 2","old 3"]
(replaced)
array_filter: (old)[1,3]
(replaced)
array_reduce: (old)"sum old1 old2 old3"
(replaced)
array_walk: (old)["old 1","old 2","old 3"]
(replaced)
usort: (old)[1,2,3,4,5]
(replaced)
array_udiff: (old)[1,3]
(replaced)
preg_replace_callback: (old)"<old><old><old>"
(replaced)
preg_replace_callback_array: (old)"<old><old>c"
(replaced)
iterator_apply: (old)3
(replaced)
a variable has the callable: (old)(replaced)[["old 1","old 2","old 3"],"the reference is still one",2]

a variable has the list: (old)"<old><old>c"
(replaced)
a variable has the list of references: (old)(replaced)["<old><old>c","the reference is still one",2]

the list has a reference to the callable: (old)"<old><old><replaced>"
(replaced)
the list has a reference to the object: (old)"<old><old>c"
(replaced)
call_user_func: (old)"old x"
(replaced)
