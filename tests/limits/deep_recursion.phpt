--TEST--
Recursion that fits a stock Fiber fits a coroutine: array_map nested 800 deep, freeing a list of 20,000 nodes (architecture "Stack size")
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('frames are larger there'); skip_under_xdebug('calls are on the C stack there'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

function nested(int $n) {
    if ($n === 0) { suspend(); return 0; }
    return 1 + array_map(fn($x) => nested($x - 1), [$n])[0];
}
class Node { public $next; }
function freed(int $nodes, callable $wait) {
    $head = null;
    for ($i = 0; $i < $nodes; $i++) { $n = new Node; $n->next = $head; $head = $n; }
    $wait();
    $head = $n = null;
    return 'freed';
}
if (isset($argv[1])) {
    $fiber = new Fiber(freed(...));
    $fiber->start((int) $argv[1], Fiber::suspend(...));
    $fiber->resume();
    die($fiber->getReturn());
}
// Where the frames are larger, as in a debug build, a stock Fiber ends at less.
$stock = escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' -n ' . escapeshellarg(__FILE__);
for ($nodes = 20000; $nodes > 10000 && exec("$stock $nodes 2>&1") !== 'freed'; $nodes -= 2500);
function plain(int $n) { if ($n === 0) { suspend(); return 0; } return 1 + plain($n - 1); }

var_dump(await(spawn('nested', 800)), await(spawn('freed', $nodes, suspend(...))), await(spawn('plain', 50000)));
$many = array_map(fn() => spawn('nested', 200), range(1, 20));
foreach ($many as $c) if (await($c) !== 200) echo "wrong\n";
?>
--EXPECT--
int(800)
string(5) "freed"
int(50000)
