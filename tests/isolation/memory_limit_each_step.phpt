--TEST--
The memory limit is reached in each allocation of a new isolated scope: the fatal error, and everything is as it was
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!function_exists('pcntl_fork')) die('skip pcntl is needed');
skip_under_tools('the allocator is chosen by the test');
?>
--ENV--
USE_ZEND_ALLOC=0
USE_TRACKED_ALLOC=1
--INI--
memory_limit=-1
display_errors=0
log_errors=0
html_errors=0
--FILE--
<?php
require __DIR__ . '/../limits/each_allocation.inc';

use Async\Scope;
use function Async\{await, spawn, stats, suspend};

// Each allocation counts by its size with this allocator. A limit below this size would be raised.
$above = str_repeat('x', 4 << 20);
class S {
    static $n = 'main'; static $list = [1, [2, 3]]; static $object; static ?int $typed = 5; static $expression = PHP_OS . 'x'; static $refs = [];
    static function counts() { static $i = 0, $own = ['a' => [1]]; $own['a'][] = $i; return ++$i; }
}
function counts() { static $i = 0; return ++$i; }
$text = 'global'; $typed = &S::$typed; S::$refs = ['r' => &$text, 'deep' => [[&S::$list]]]; S::$object = new ArrayObject([1]);
set_error_handler(fn() => false); set_exception_handler(fn($e) => null); date_default_timezone_set('Asia/Tokyo'); ini_set('precision', '7');
S::counts(); counts();
$state = fn() => json_encode([S::$n, S::$list, S::$object[0], S::$typed, S::$expression, S::$refs, S::counts(), counts(), $GLOBALS['text'], $GLOBALS['typed'], ini_get('precision'), date_default_timezone_get(), headers_list()]);
$numbers = fn() => json_encode(array_intersect_key(stats(), ['isolations' => 1, 'isolation_slots' => 1]));
$write = function () { S::$typed = 6; $ok = $GLOBALS['typed'] === 6; S::$refs['r'] = 'written'; $ok = $ok && $GLOBALS['text'] === 'written'; try { $GLOBALS['typed'] = 'x'; $ok = false; } catch (TypeError) {} return $ok; };
$own = function (string $who) { S::$n = $who; S::$list[] = $who; $GLOBALS['text'] = $who; header("X-Who: $who"); ini_set('precision', '9'); date_default_timezone_set('UTC'); set_error_handler(fn() => true); S::counts(); };

// Newer versions of PHP unwind the frames after this fatal error: each isolation that was there is kept elsewhere, too.
$modes = [
    'first' => function ($limit) { $limit(); return Scope::isolated(); },
    'second' => function ($limit) { $one = $GLOBALS['kept'] = Scope::isolated(); $limit(); return [$one, Scope::isolated()]; },
    'catches exit' => function ($limit) { $one = $GLOBALS['kept'] = Scope::isolated(); $limit(); return [$one, Scope::isolated(catchExit: true)]; },
    'with more' => function ($limit) { $one = $GLOBALS['kept'] = Scope::isolated(); await($one->spawn($GLOBALS['own'], 'one')); eval('class New0 { static $a = [1], $b; static function f() { static $x = 1, $y = [2]; } } function new0() { static $z; }');
        for ($i = 0; $i < 40; $i++) $GLOBALS["more$i"] = ["$i"]; $limit(); return [$one, Scope::isolated()]; },
    'nested' => function ($limit) use ($own, $state, $write, $numbers) {
        $one = Scope::isolated(); $two = Scope::isolated();
        $GLOBALS['kept'] = [$one, $two];
        await($two->spawn($own, 'two'));
        return await($one->spawn(function () use ($limit, $own, $state, $write, $numbers) {
            $own('one');
            // The number of calls is part of the state.
            $before = preg_replace_callback('/,(\d+),(\d+),"one"/', fn($m) => ',' . ($m[1] + 1) . ',' . ($m[2] + 1) . ',"one"', $state());
            $numbered = $numbers();
            register_shutdown_function(function () use ($before, $state, $write, $numbers, $numbered) {
                $used = memory_get_usage();
                $GLOBALS['reserve'] = null;
                $limit = (int) ini_get('memory_limit');
                ini_set('memory_limit', '-1');
                tell_missing_memory($used, $limit);
                if ($state() !== $before || !$write()) echo "the nested one has changed: ", $state(), "\n";
                $GLOBALS['is_nested_right'] = true;
                S::$n = 'after';
            });
            $limit();
            return Scope::isolated();
        }));
    },
];
missing_memory_file();
foreach ($modes as $mode => $make) {
    $steps = 0; $failed = [];
    for ($room = 0; ; $room += step_of_memory()) {
        fflush(STDOUT);
        $child = pcntl_fork();
        if ($child === 0) {
            $reserve = str_repeat('y', 1 << 20);
            $before = null; $numbered = null;
            $at = function () use (&$before, &$numbered, $numbers, $room) { $numbered = $numbers(); ini_set('memory_limit', (string) (memory_get_usage() + 400 + $room)); };
            $expected = preg_replace_callback('/,(\d+),(\d+),"global"/', fn($m) => ',' . ($m[1] + 1) . ',' . ($m[2] + 1) . ',"global"', $state());
            $done = false;
            register_shutdown_function(function () use (&$done, $expected, &$numbered, $state, $numbers, $write, $mode, $room) {
                if ($done) return;
                $used = memory_get_usage();
                $GLOBALS['reserve'] = null;
                $limit = (int) ini_get('memory_limit');
                ini_set('memory_limit', '-1');
                $limit === -1 || tell_missing_memory($used, $limit);
                $wrong = [];
                if (!str_contains(error_get_last()['message'] ?? '', 'Allowed memory size')) $wrong[] = 'error: ' . json_encode(error_get_last());
                if (($found = $state()) !== $expected) $wrong[] = "state: $found, not $expected";
                // Newer versions of PHP tell of the limit at the end of the call: the isolation is whole then.
                if (!in_array(json_decode($numbers())->isolations - json_decode($numbered)->isolations, [0, 1], true)) $wrong[] = "numbers: {$numbers()}, not $numbered";
                if (!$write()) $wrong[] = 'references have changed';
                if ($wrong) echo "$mode, $room: ", implode('; ', $wrong), "\n";
            });
            $made = $make($at);
            ini_set('memory_limit', '-1');
            $done = true;
            $reserve = null;
            if (json_decode($numbers())->isolations !== json_decode($numbered)->isolations + 1) echo "$mode: ", $numbers(), "\n";
            exit(7);
        }
        pcntl_waitpid($child, $status);
        $steps++;
        if (pcntl_wifsignaled($status)) { $failed[] = "$room: signal " . pcntl_wtermsig($status); if (count($failed) > 3) break; continue; }
        $code = pcntl_wexitstatus($status);
        if ($code === 7 || $room > 100000) break;
        if ($code !== 255) $failed[] = "$room: status $code";
    }
    echo "$mode: ", $steps > 20 && $steps < 4000 ? 'in steps' : "$steps steps", ', ', $failed ? implode(', ', $failed) : 'none failed', "\n";
}
?>
--EXPECT--
first: in steps, none failed
second: in steps, none failed
catches exit: in steps, none failed
with more: in steps, none failed
nested: in steps, none failed
