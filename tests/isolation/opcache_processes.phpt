--TEST--
Preloaded classes and functions, and those of the file cache, have statics of their own in each isolation
--EXTENSIONS--
opcache
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('shared memory is no business of a tool');
skip_under_xdebug('it turns the JIT off');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$dir = sys_get_temp_dir() . '/isolated' . getmypid();
mkdir("$dir/cache", 0700, true);
file_put_contents("$dir/classes.php", <<<'PHP'
<?php
class P { static $a = 'default'; static $e = Q::C; static ?array $list = [1, [Q::C]]; public static int $t = 5; static function f() { static $n = 0, $m = Q::C; return ++$n . $m; } }
class Q extends P { const C = 'constant' . PHP_INT_SIZE; static $own = parent::class; }
trait T { static $t = 1; static function g() { static $n = 0; return ++$n; } }
final class UsesT { use T; }
enum E: string { case A = 'a'; static function h() { static $n = 0; return ++$n; } }
function preloaded() { static $n = 0; return ++$n; }
PHP);
file_put_contents("$dir/main.php", <<<'PHP'
<?php
use Async\Scope;
use function Async\{await, suspend};
if (!class_exists('P', false)) require __DIR__ . '/classes.php';
$probe = function (string $who) {
    $seen = [];
    for ($i = 0; $i < 2; $i++) {
        $seen[] = P::$a . P::$e . json_encode(P::$list) . P::$t . Q::f() . P::f() . Q::$own . UsesT::$t . UsesT::g() . E::h() . preloaded();
        P::$a = P::$e = Q::$own = $who; P::$list[1][] = $who; P::$list[] = $who; P::$t++; UsesT::$t++; $r = &P::$t; $q = &P::$a;
        try { $r = 'x'; } catch (TypeError) { $seen[] = 'typed'; }
        suspend();
    }
    return implode("\n", $seen) . "\n";
};
$one = Scope::isolated(); $two = Scope::isolated();
$a = $one->spawn($probe, 'one'); $b = $two->spawn($probe, 'two');
$texts = [$probe('two'), str_replace('one', 'two', await($a)), await($b)];
echo $texts[0] === $texts[1] && $texts[1] === $texts[2] ? $texts[0] : implode("---\n", $texts);
PHP);
$opcache = '-d opcache.enable_cli=1 -d opcache.file_update_protection=0 ';
foreach ([
    'memory' => '', 'file cache' => "-d opcache.file_cache=$dir/cache -d opcache.file_cache_only=1", 'from the file cache' => "-d opcache.file_cache=$dir/cache -d opcache.file_cache_only=1",
    'file cache and memory' => "-d opcache.file_cache=$dir/cache", 'preloading' => "-d opcache.preload=$dir/classes.php -d opcache.preload_user=root",
    'preloading with tracing' => "-d opcache.preload=$dir/classes.php -d opcache.preload_user=root -d opcache.jit=tracing -d opcache.jit_buffer_size=16M -d opcache.jit_hot_func=1 -d opcache.jit_hot_loop=1",
    'protected memory' => '-d opcache.protect_memory=1',
] as $name => $options) {
    if (str_contains($options, 'preload_user') && posix_geteuid() !== 0) $options = str_replace('-d opcache.preload_user=root', '', $options);
    [$output, $status] = run_php("require '$dir/main.php';", $opcache . $options);
    $first ??= $output;
    echo "$name: ", $status ?: '', $output === $first ? 'same' : $output, "\n";
}
echo $first;
exec('rm -rf ' . escapeshellarg($dir));
?>
--EXPECT--
memory: same
file cache: same
from the file cache: same
file cache and memory: same
preloading: same
preloading with tracing: same
protected memory: same
defaultconstant8[1,["constant8"]]51constant82constant8P1111
typed
twotwo[1,["constant8","two"],"two"]63constant84constant8two2222
typed
