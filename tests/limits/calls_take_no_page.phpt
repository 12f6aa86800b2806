--TEST--
At no depth from 0 to 200 does a call in a coroutine leave the first VM stack page: no memory of the heap, as in main (quality "Figures")
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('memory_get_usage() counts nothing there'); ?>
--FILE--
<?php
use function Async\{spawn, await};

// The largest ones take 220 KiB at depth 200; the main flow has 256 KiB in its first page.
const FRAMES = [0, 1, 2, 3, 5, 8, 11, 16, 21, 29];
// The smallest VM stack page is 16 KiB; compiling the included file takes some memory, too.
const PAGE = 12000;

$file = tempnam(sys_get_temp_dir(), 'calls');
file_put_contents($file, '<?php return memory_get_usage();');

// Recursion through frames with this number of variables.
foreach (FRAMES as $variables) {
    $set = implode('', array_map(fn($i) => "\$v$i = \$d;", $variables ? range(1, $variables) : []));
    eval("function down$variables(\$d, \$probe) { $set \$probe(); if (\$d < 200) down$variables(\$d + 1, \$probe); }");
}
function user() { return memory_get_usage(); }
function arguments(...$all) { return memory_get_usage(); }
function generator() { yield memory_get_usage(); }
class Item {
    public int $seen = 0;
    public function method() { return memory_get_usage(); }
    public static function fixed() { return memory_get_usage(); }
    public function __get($name) { return memory_get_usage(); }
    public function __destruct() { $GLOBALS['destroyed'] = memory_get_usage(); }
}
$item = new Item;
$calls = [
    'user' => user(...),
    'internal' => fn() => memory_get_usage(),
    'many arguments' => fn() => arguments(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    'generator' => fn() => generator()->current(),
    'include' => fn() => include $file,
    'method' => fn() => $item->method(),
    'static method' => fn() => Item::fixed(),
    'magic' => fn() => $item->unknown,
    'callback' => fn() => array_map(fn($x) => memory_get_usage(), [1])[0],
    'destructor' => function () { new Item; return $GLOBALS['destroyed']; },
];

function walk(array $calls): array {
    $seen = [];
    foreach (FRAMES as $variables) {
        ("down$variables")(0, function () use ($calls, &$seen) {
            foreach ($calls as $name => $call) {
                $before = memory_get_usage();
                $took = $call() - $before;
                $seen[$name] ??= ['points' => 0, 'pages' => 0];
                $seen[$name]['points']++;
                $took >= PAGE and $seen[$name]['pages']++;
            }
        });
    }
    return $seen;
}

foreach ([walk($calls), await(spawn(walk(...), $calls))] as $i => $seen) {
    echo $i ? 'coroutine' : 'main', ': ', array_sum(array_column($seen, 'points')), " points\n";
    foreach ($seen as $name => ['pages' => $pages]) {
        if ($pages) echo "  $name: $pages take a page\n";
    }
}
unlink($file);
?>
--EXPECT--
main: 20100 points
coroutine: 20100 points
