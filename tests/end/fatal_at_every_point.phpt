--TEST--
A fatal error and an uncaught exception at each suspension point of a mixed program: stock message, status 255, no crash (P12, quality, test programme 5)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$program = <<<'PHP'
use function Async\{spawn, await, suspend, delay, timeout, protect};
$points = 0;
function point() { global $points; if (++$points === AT) fail(); suspend(); if (++$points === AT) fail(); }
class D { function __destruct() { point(); } }
register_shutdown_function(function () { echo "shutdown\n"; });
function work($n) {
    $d = new D;
    ob_start();
    echo "buffered\n";
    point();
    if ($n) await(spawn('work', $n - 1));
    protect(function () { point(); });
    usort($GLOBALS['list'], function () { point(); return 0; });
    (new Fiber(function () { point(); Fiber::suspend(); }))->start();
    foreach ((function () { yield point(); })() as $x);
    ob_end_clean();
}
$list = [1, 2];
$c = spawn('work', 1);
$c->onFinally(fn() => point());
await($c);
point();
echo "end $points\n";
PHP;
[$output] = run_php(str_replace('AT', '0', $program));
$total = (int) substr(strstr($output, 'end '), 4);
echo $total > 20 ? "many points\n" : $output;
foreach (['fatal' => 'function fail() { @trigger_error("failure", E_USER_ERROR); }', 'exception' => 'function fail() { throw new Exception("failure"); }'] as $kind => $fail) {
    for ($at = 1; $at <= $total; $at += getenv('ASYNC_TEST_TOOL') ? 9 : 1) {
        [$output, $status] = run_php(str_replace('AT', (string) $at, $program) . $fail);
        if (!preg_match('/Fatal error: (Uncaught Exception: )?failure .*shutdown\n/s', $output) || $status !== 255) {
            echo "$kind at $at: status $status, $output\n";
        }
    }
}
?>
--EXPECT--
many points
