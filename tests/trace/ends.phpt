--TEST--
async.trace: the file is complete after every end of the process
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

$work = <<<'PHP'
use function Async\{spawn, await, delay};
spawn(fn() => delay(100000))->setName('waiter');
spawn(function () { for (;;) delay(1); })->setName('ticker');
spawn(function () { delay(20); %s })->setName('ender');
%s
PHP;
$await = 'delay(50);';
$ends = [
    'exit' => ['exit(3);', $await],
    'exit in main' => ['', "$await exit(4);"],
    'uncaught exception' => ['throw new Exception("x");', $await],
    'fatal error' => ['class_alias("A", "B"); undefined_function_in_coroutine();', $await],
    'error of the compiler' => ['eval("function strlen() {} function f() {} function f() {}");', $await],
    'memory limit' => ['$s = str_repeat("x", 1 << 30);', $await],
    'time limit' => ['set_time_limit(1); for (;;) {}', $await],
    'memory limit in main' => ['', "$await \$s = str_repeat('x', 1 << 30);"],
    'graceful shutdown' => ['Async\graceful_shutdown();', $await],
    'a signal' => ['posix_kill(getmypid(), SIGTERM);', $await],
    'killed' => ['Async\delay(300); posix_kill(getmypid(), SIGKILL);', 'delay(600);'],
];
foreach ($ends as $end => [$in_coroutine, $in_main]) {
    $name = trace_name();
    [$output, $status] = run_php(sprintf($work, $in_coroutine, $in_main),
        '-d memory_limit=64M -d html_errors=0 -d async.trace=' . escapeshellarg($name));
    $is_killed = $status > 128 && $status < 160;
    if (!is_file($name) || $status === 124) {
        echo "$end: status $status, ", is_file($name) ? 'took too long' : 'no file', ": $output\n";
        continue;
    }
    $trace = new TraceFile($name, !$is_killed);
    $ended = str_ends_with(file_get_contents($name), "\n]\n");
    echo "$end: status $status, ", $ended ? 'whole' : 'array without its end', ', ';
    $trace->report();
    if (!$is_killed && !in_array('running', $trace->story('main'))) {
        echo "main has not run\n";
    }
    if (!$is_killed && !in_array('wait: timer', $trace->story('waiter'))) {
        echo "no wait of the waiter\n";
    }
}
?>
--EXPECT--
exit: status 3, whole, the file is sound
exit in main: status 4, whole, the file is sound
uncaught exception: status 255, whole, the file is sound
fatal error: status 255, whole, the file is sound
error of the compiler: status 255, whole, the file is sound
memory limit: status 255, whole, the file is sound
time limit: status 255, whole, the file is sound
memory limit in main: status 255, whole, the file is sound
graceful shutdown: status 0, whole, the file is sound
a signal: status 143, array without its end, the file is sound
killed: status 137, array without its end, the file is sound
