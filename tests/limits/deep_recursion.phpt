--TEST--
Recursion that fits a stock Fiber fits a coroutine: array_map nested 800 deep, freeing a list of 20,000 nodes (architecture "Stack size")
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('frames are larger there'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

function nested(int $n) {
    if ($n === 0) { suspend(); return 0; }
    return 1 + array_map(fn($x) => nested($x - 1), [$n])[0];
}
class Node { public $next; }
function freed() {
    // The frames of a debug build, and of Ubuntu's 8.3, are larger: a stock Fiber ends at less than 20,000 there.
    $nodes = PHP_DEBUG || PHP_MINOR_VERSION === 3 ? 15000 : 20000;
    $head = null;
    for ($i = 0; $i < $nodes; $i++) { $n = new Node; $n->next = $head; $head = $n; }
    suspend();
    $head = $n = null;
    return 'freed';
}
function plain(int $n) { if ($n === 0) { suspend(); return 0; } return 1 + plain($n - 1); }

var_dump(await(spawn('nested', 800)), await(spawn('freed')), await(spawn('plain', 50000)));
$many = array_map(fn() => spawn('nested', 200), range(1, 20));
foreach ($many as $c) if (await($c) !== 200) echo "wrong\n";
?>
--EXPECT--
int(800)
string(5) "freed"
int(50000)
