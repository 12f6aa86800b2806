--TEST--
exit at each suspension point of a mixed program: status kept, no finally block, shutdown functions run, no crash (D15, quality, test programme 5)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$program = <<<'PHP'
use function Async\{spawn, await, suspend, delay, timeout, protect};
$points = 0;
function point() { global $points; if (++$points === AT) { echo "exit\n"; exit(40); } suspend(); if (++$points === AT) { echo "exit\n"; exit(40); } }
class D { function __destruct() { point(); } }
register_shutdown_function(function () { echo "shutdown\n"; });
function work($n) {
    $d = new D;
    try {
        point();
        if ($n) await(spawn('work', $n - 1));
        protect(function () { point(); });
        array_map(function () { point(); }, [1]);
        (new Fiber(function () { point(); Fiber::suspend(); }))->start();
        foreach ((function () { yield point(); })() as $x);
        try { await(spawn(function () { point(); throw new Exception; })); } catch (Exception) { point(); }
    } finally {
        if (defined('EXITED')) echo "never\n";
    }
}
register_shutdown_function(fn() => define('EXITED', 1));
$c = spawn('work', 1);
$c->onFinally(fn() => point());
await($c);
point();
echo "end $points\n";
PHP;
[$output] = run_php(str_replace('AT', '0', $program));
$total = (int) substr(strstr($output, 'end '), 4);
echo $total > 30 ? "many points\n" : $output;
for ($at = 1; $at <= $total; $at += getenv('ASYNC_TEST_TOOL') ? 9 : 1) {
    [$output, $status] = run_php(str_replace('AT', (string) $at, $program));
    if ($output !== "exit\nshutdown\n" || $status !== 40) {
        echo "at $at: status $status, $output\n";
    }
}
?>
--EXPECT--
many points
