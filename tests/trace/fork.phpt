--TEST--
async.trace: a forked child writes a file of its own
--EXTENSIONS--
pcntl
--SKIPIF--
<?php if (getenv('ASYNC_TEST_TOOL') === 'asan') die('skip LeakSanitizer waits in a child for threads of the parent'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

$work = <<<'PHP'
use function Async\{spawn, await, delay};
function child_work() { delay(5); }
$over = false;
function parent_work() { while (!$GLOBALS['over']) { delay(20); } }
$parent = spawn('parent_work');
delay(1);
$pid = pcntl_fork();
if ($pid === 0) {
    await(spawn('child_work'));
    echo "child ", getmypid(), "\n";
    exit(0);
}
pcntl_waitpid($pid, $status);
$over = true;
await($parent);
echo "parent ", getmypid(), "\n";
PHP;
foreach (['-%p.json', ''] as $end) {
    $name = trace_name($end);
    [$output] = run_php($work, '-d async.trace=' . escapeshellarg($name));
    preg_match('/child (\d+)\nparent (\d+)/', $output, $pids);
    $files = $end === '' ? [$name, "$name.$pids[1]"] : [str_replace('%p', $pids[2], $name), str_replace('%p', $pids[1], $name)];
    foreach ($files as $file) {
        $trace = new TraceFile($file);
        $trace->report();
        foreach (['main', 'parent_work', 'child_work'] as $track) {
            echo "$track: ", implode(', ', preg_replace('/process \d+/', 'process', array_unique($trace->story($track)))), "\n";
        }
    }
}
// A fork in a request that has not used coroutines yet, and a child that does nothing.
$name = trace_name('-%p');
[$output, $status] = run_php(<<<'PHP'
use function Async\{spawn, await, delay};
if (pcntl_fork() === 0) { await(spawn(fn() => delay(1))); exit; }
pcntl_wait($status);
delay(1);
if (pcntl_fork() === 0) { exit; }
pcntl_wait($status);
delay(1);
PHP, '-d async.trace=' . escapeshellarg($name));
var_dump($output, $status);
foreach (glob(str_replace('%p', '*', $name)) as $file) {
    (new TraceFile($file))->report();
}
?>
--EXPECT--
the file is sound
main: running, wait: timer, wait: child process, wait: coroutine #2
parent_work: running, wait: timer
child_work: 
the file is sound
main: running, wait: coroutine #3
parent_work: 
child_work: running, wait: timer
the file is sound
main: running, wait: timer, wait: child process, wait: coroutine #2
parent_work: running, wait: timer
child_work: 
the file is sound
main: running, wait: coroutine #3
parent_work: 
child_work: running, wait: timer
string(0) ""
int(0)
the file is sound
the file is sound
the file is sound
