--TEST--
Isolations and the ends of processes: fatal errors, memory_limit in copies and discoveries, exit, fork, uncaught exceptions
--SKIPIF--
<?php if (!function_exists('proc_open')) die('skip proc_open() is needed'); ?>
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
$cases = [
    'fatal error' => '$one->spawn(function () { enter("one"); suspend(); undefined_function_is_no_fatal_error ?? 0; });
        $one->spawn(function () { eval("class A { abstract function f(); }"); }); suspend(); suspend(); delay(5000); echo "not reached\n";',
    'exit' => '$one->spawn(function () { enter("one"); suspend(); exit(3); }); delay(5000); echo "not reached\n";',
    'exit in main' => '$one->spawn(function () { enter("one"); delay(100); }); suspend(); enter("changed"); exit(4);',
    'uncaught' => '$one->spawn(function () { enter("one"); suspend(); throw new Exception("uncaught one"); }); delay(5000); echo "not reached\n";',
    'exit in a destructor at the end' => 'class X { function __destruct() { echo "exits in ", S::$n, "\n"; exit(5); } } await($one->spawn(function () { S::$n = "one"; S::$held = new X; })); $one->dispose(); delay(5000); echo "not reached\n";',
    'fatal error in a destructor at the end' => 'class X { function __destruct() { echo "fails in ", S::$n, "\n"; eval("class A { abstract function f(); }"); } } await($one->spawn(function () { S::$n = "one"; S::$held = new X; })); $one->dispose(); delay(5000); echo "not reached\n";',
    'memory_limit in a coroutine' => '$one->spawn(function () { enter("one"); suspend(); S::$held = str_repeat("x", 1 << 28); }); delay(5000); echo "not reached\n";',
    'left open' => 'await($one->spawn(fn() => enter("one"))); echo "end of main\n";',
    'handles in statics' => 'await($one->spawn(fn() => enter("one"))); S::$held = [$one, $two]; function h() { static $s; $s ??= Scope::isolated(); return $s; } await(h()->spawn(fn() => enter("three"))); echo "end of main\n";',
    'no coroutine' => 'S::$held = new D("held"); $object = new D("global"); unset($one);',
];
$show = function (string $name, string $code) use (&$common) {
    [$output, $status] = run_php($common . $code, '-d memory_limit=64M -d html_errors=0 -d display_errors=1 -d log_errors=0');
    echo "--- $name: $status\n", preg_replace('/( at \S+:\d+)? \(tried to allocate \d+ bytes\)| in (\S+Standard|Standard).*$|^(Stack trace|#\d|  thrown| \(spawned).*\n|^\n/m', '', preg_replace('/\n\n+/', "\n", $output)), "\n";
};
foreach ($cases as $name => $code) $show($name, $code);
if (function_exists('pcntl_fork')) {
    $common = str_replace('delay(500)', 'delay(100000)', $common);
    $show('fork', 'await($one->spawn(function () { enter("one"); if (pcntl_fork() === 0) { echo "child: ", S::$n, $GLOBALS["g"], "\n"; S::$n = "child"; suspend(); exit(0); } pcntl_wait($s); suspend(); echo "parent: ", S::$n, $s, "\n"; }));
        if (!($pid = pcntl_fork())) { echo "child of main: ", S::$n, "\n"; await($one->spawn(fn() => print(S::$n . "\n"))); $three = Scope::isolated(); await($three->spawn(fn() => S::$n = 3)); exit(0); } pcntl_waitpid($pid, $s); echo $s, S::$n, "\n"; exit(0);');
}
?>
--EXPECTF--
--- fatal error: 255
Fatal error: Class A %r(contains 1 abstract method and must therefore be declared abstract or implement the remaining methods \(A::f\)
  in coroutine #4 spawned at Standard input code:9
  by the main script|declares abstract method f\(\) and must therefore be declared abstract)%r
shutdown: mainmain

--- exit: 3
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain

--- exit in main: 4
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
shutdown: changedchanged
destructor of changed global: changedchanged
destructor of changed: changedchanged

--- uncaught: 255
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
Fatal error: Uncaught Exception: uncaught one
  in coroutine #3 spawned at Standard input code:8
  by the main script
shutdown: mainmain

--- exit in a destructor at the end: 5
exits in one
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain

--- fatal error in a destructor at the end: 255
fails in one
Fatal error: Class A %r(contains 1 abstract method and must therefore be declared abstract or implement the remaining methods \(A::f\)|declares abstract method f\(\) and must therefore be declared abstract)%r
shutdown: mainmain

--- memory_limit in a coroutine: 255
Fatal error: Allowed memory size of 67108864 bytes exhausted
shutdown: mainmain

--- left open: 0
end of main
two: twotwo
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain

--- handles in statics: 0
end of main
two: twotwo
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
destructor of three global: threethree
destructor of three: threethree
shutdown: mainmain

--- no coroutine: 0
two: twotwo
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain
destructor of global: mainmain
destructor of held: mainmain

--- fork: 0
child: oneone
destructor of one global: childone
destructor of one: childone
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain
parent: one0
child of main: main
one
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain
0main
destructor of one global: oneone
destructor of one: oneone
destructor of two global: twotwo
destructor of two: twotwo
shutdown: mainmain

