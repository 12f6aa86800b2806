--TEST--
The memory limit is reached in a copy, in a discovery or at a switch of isolations: the error, shutdown functions, and nothing else
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!function_exists('proc_open')) die('skip proc_open() is needed');
skip_under_tools('other memory is used');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$common = 'use Async\Scope; use function Async\{await, delay, spawn, suspend};
class S { static $n = "main"; static $held; } $g = "main";
class D { function __construct(public $w) {} function __destruct() { echo "destructor of $this->w: ", S::$n, $GLOBALS["g"], "\n"; } }
function enter(string $n) { S::$n = $n; $GLOBALS["g"] = $n; S::$held = new D($n); $GLOBALS["object"] = new D("$n global"); }
register_shutdown_function(function () { echo "shutdown: ", S::$n, $GLOBALS["g"], "\n"; });
$one = Scope::isolated(); $two = Scope::isolated();
$two->spawn(function () { enter("two"); delay(500); echo "two: ", S::$n, $GLOBALS["g"], "\n"; });
';
// The memory limit is reached in each place of a copy, a discovery and a switch.
$wrong = []; $reached = 0;
for ($i = 0; $i < 12; $i++) {
    $code = '$n = ' . $i . '; for ($c = 0; $c < 300; $c++) eval("class M$c { static \$a = [1], \$b = PHP_OS . \'x\', \$c; static int \$t = M_E > 1 ? 5 : 0; static function f() { static \$v = [1, 2]; return \$v; } } function m$c() { static \$x = 1, \$y; }");
        for ($c = 0; $c < 2000; $c++) $GLOBALS["v$c"] = [$c]; class R { static ?int $r = 1; } $ref = &R::$r;
        set_error_handler(fn() => true); register_shutdown_function(function () { try { R::$r = 2; $GLOBALS["ref"] = 3; S::$n .= M5::$t . R::$r . M299::$b; echo S::$n, "\n"; $o = new D("last"); suspend(); } catch (Throwable $e) { echo $e->getMessage(), "\n"; } });
        $fill = []; $scopes = []; $room = (2 << 20) - 70000 * $n;
        ini_set("memory_limit", (string) (memory_get_usage(true) + (2 << 20)));
        $held = str_repeat("x", max(1, $room));
        for ($i = 0; $i < 3000; $i++) { $scopes[$i] = Scope::isolated(); $scopes[$i]->spawn(function () use ($i) { eval("class L$i { static \$a = [1], \$b = PHP_OS; }"); S::$n = $i; suspend(); suspend(); delay(1000); }); suspend(); } echo "never\n";';
    [$output, $status] = run_php(str_replace(['enter("two"); ', 'static $held;'], ['', 'static $held; '], $common) . $code, '-d log_errors=0 -d display_errors=1');
    $reached += str_contains($output, 'Allowed memory size');
    if ($status !== 255 || !str_contains($output, 'Allowed memory size') || !preg_match('/^main53.*x$/m', $output) || !str_contains($output, 'destructor of last')) $wrong[] = "$i: $status " . substr($output, 0, 600);
}
echo count($wrong), ' ', $reached, "\n", implode("\n", array_slice($wrong, 0, 2));
?>
--EXPECT--
0 12
