--TEST--
The request ends while coroutines are deep in several VM stack pages: exit, memory_limit, an uncaught exception, a drain (quality "Bad input")
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_xdebug('calls are on the C stack there'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$head = 'require ' . var_export(__DIR__ . '/vm_stack.inc', true) . ";\n" . <<<'PHP'
    use function Async\{spawn, await, suspend, delay};
    class Left { public function __construct(public $name) {} public function __destruct() { echo "left $this->name\n"; } }
    function deep($name, $then, $variables = 8) {
        return spawn(fn() => ("falls$variables")(vm_depth($variables, 320_000), function () use ($name, $then) {
            $left = new Left($name);
            $then();
        }));
    }
    register_shutdown_function(function () { echo 'shutdown ', falls5(20, fn() => vm_count(...range(1, 30))), "\n"; });
    PHP;
$cases = [
    'exit' => ['deep("a", fn() => delay(60000), 1); deep("b", function () { suspend(); exit(3); }); deep("c", fn() => delay(60000), 34);', ''],
    'exit in a Fiber' => ['deep("a", function () { $f = new Fiber(fn() => falls5(500, fn() => exit(4))); $f->start(); });', ''],
    'memory_limit' => ['function endless($n) { return 1 + endless($n + 1); } deep("a", fn() => delay(60000)); await(spawn(fn() => endless(0)));',
        // In such a recursion the function JIT of some builds of stock PHP comes to a second limit, which kills the process.
        '-d memory_limit=16M -d opcache.jit=off'],
    'uncaught' => ['deep("a", fn() => delay(60000)); deep("b", function () { throw new Exception("deep"); }); delay(60000);', ''],
    'drain' => ['deep("a", fn() => delay(5)); deep("b", fn() => delay(10), 34); echo "main over\n";', ''],
    'deadlock' => ['deep("a", function () { await(new Async\Future(new Async\FutureState)); }); suspend();', ''],
];
foreach ($cases as $title => [$code, $option]) {
    foreach (['', ', small'] as $small) {
        [$output, $status] = run_php("$head\n$code", $option . ($small ? ' -d async.stack_size=64K' : ''));
        // Of messages with backtraces the first line is enough.
        preg_match_all('/^(?:left|shutdown|main over|(?:PHP )?(?:Fatal error|Warning): [^#\n]*?(?= \(tried| in | at |:))[^\n(]{0,60}/m', $output, $lines);
        echo "-- $title$small\n", implode("\n", array_map(fn($l) => rtrim(preg_replace('/ (in|at) .*/', '', $l)), $lines[0])), "\nstatus $status\n";
    }
}
?>
--EXPECT--
-- exit
left b
left a
left c
shutdown 30
status 3
-- exit, small
left b
left a
left c
shutdown 30
status 3
-- exit in a Fiber
left a
shutdown 30
status 4
-- exit in a Fiber, small
left a
shutdown 30
status 4
-- memory_limit
Fatal error: Allowed memory size of 16777216 bytes exhausted
shutdown 30
status 255
-- memory_limit, small
Fatal error: Allowed memory size of 16777216 bytes exhausted
shutdown 30
status 255
-- uncaught
left b
left a
Fatal error: Uncaught Exception: deep
shutdown 30
status 255
-- uncaught, small
left b
left a
Fatal error: Uncaught Exception: deep
shutdown 30
status 255
-- drain
main over
left a
left b
shutdown 30
status 0
-- drain, small
main over
left a
left b
shutdown 30
status 0
-- deadlock
Warning: Deadlock: coroutine #2 spawned
left a
Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing ca
shutdown 30
status 255
-- deadlock, small
Warning: Deadlock: coroutine #2 spawned
left a
Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing ca
shutdown 30
status 255
