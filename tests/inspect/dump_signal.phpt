--TEST--
async.dump_signal prints the dump from a loop of PHP code, from a sleeping event loop and in a forked child; the program does not notice; handlers of the user and an ignored signal win (TL-08)
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('signals come at times that fit the speed of PHP alone'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// How many times as long as 0.2 seconds a shell takes for a loop as that of send().
$began = hrtime(true);
exec('for i in $(seq 1); do sleep 0.2; kill -0 ' . getmypid() . '; done');
define('SLOWER', (int) ceil((hrtime(true) - $began) / 0.3e9));

/** Sends the signal from outside while the process waits. */
define('SEND', 'const SLOWER = ' . SLOWER . '; function send(int $times = 1): void { proc_open(["sh", "-c", "for i in $(seq $times); do sleep 0.2; kill -USR2 " . getmypid() . "; done"], [], $p); } ');

function show(string $title, string $code, string $options = '-d async.dump_signal=SIGUSR2'): void
{
    [$output, $status] = run_php(SEND . $code, $options);
    $output = preg_replace(['~^Process \d+, PHP .*~m', '~^Extensions.*\n~m', '~^Event loop: .*\n~m', '~\d+ ms left|\d+\.\d s left~', '~\(descriptor \d+\)~'], ['DUMP', '', '', 'N ms left', '(descriptor N)'], $output);
    // PHP 8.4 has the place in a closure's name, and looks at signals before an internal function's frame is gone.
    $output = preg_replace(['~\{closure:Standard input code:\d+\}~', '~^      in (?:posix_kill|microtime)\(\)\n~m'], ['{closure}', ''], $output);
    echo "-- $title: $status\n", trim(preg_replace('~\n\n+~', "\n", $output)), "\n";
}

show('before the first async call', 'posix_kill(getmypid(), SIGUSR2); echo "goes on\n";');
show('a loop of PHP code', 'Async\spawn(fn() => Async\delay(100000))->setName("worker"); Async\suspend();
(function () { $end = microtime(true) + 0.5 * SLOWER; send(); while (microtime(true) < $end); echo "goes on\n"; exit; })();');
show('main waits', 'send(); Async\delay(500 * SLOWER); echo "goes on\n";');
show('main has ended', 'Async\spawn(function () { send(); sleep(SLOWER); echo "goes on\n"; });');
show('alone: the calls do not end early', 'send(2); Async\suspend(); $t = microtime(true); var_dump(sleep(SLOWER), microtime(true) - $t >= SLOWER - 0.01);
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); stream_set_timeout($a, SLOWER); send();
var_dump(fread($a, 1), stream_get_meta_data($a)["timed_out"]);');
show('twice', 'posix_kill(getmypid(), SIGUSR2); strlen("x"); posix_kill(getmypid(), SIGUSR2); echo "goes on\n";');
show('a child', 'Async\suspend(); if (!pcntl_fork()) { posix_kill(getmypid(), SIGUSR2); Async\delay(10); echo "child goes on\n"; exit; } pcntl_wait($s); echo "$s\n";');
show('a handler of pcntl', 'pcntl_async_signals(true); pcntl_signal(SIGUSR2, fn() => print("handled\n")); Async\suspend(); posix_kill(getmypid(), SIGUSR2); Async\delay(10);');
show('Async\signal()', '$s = Async\signal(SIGUSR2); posix_kill(getmypid(), SIGUSR2); echo Async\await($s) === SIGUSR2 ? "delivered\n" : "";
posix_kill(getmypid(), SIGUSR2); echo "goes on\n";');
show('the default action set again', 'pcntl_signal(SIGUSR2, SIG_DFL); Async\suspend(); posix_kill(getmypid(), SIGUSR2); Async\delay(10); echo "WRONG\n";');
// The program that ignores it starts PHP itself: an emulator may forget it on the way through another program.
$php = getenv('TEST_PHP_EXECUTABLE');
$ignores = sys_get_temp_dir() . '/dump_signal_' . getmypid();
file_put_contents($ignores, "#!/bin/sh\ntrap '' USR2\nexec " . escapeshellarg($php) . ' "$@"');
chmod($ignores, 0700);
putenv("TEST_PHP_EXECUTABLE=$ignores");
show('ignored from the start', 'posix_kill(getmypid(), SIGUSR2); Async\delay(10); echo "goes on\n";');
putenv("TEST_PHP_EXECUTABLE=$php");
unlink($ignores);
show('off', 'posix_kill(getmypid(), SIGUSR2); Async\delay(10); echo "WRONG\n";', '');
show('at the memory limit', '$big = str_repeat("x", 30 << 20); for ($i = 0; $i < 500; $i++) Async\spawn(fn() => Async\delay(100000)); Async\suspend();
posix_kill(getmypid(), SIGUSR2); ini_set("memory_limit", memory_get_usage(true)); echo "goes on\n"; exit;', '-d async.dump_signal=USR2 -d async.dump_file=/dev/null -d memory_limit=64M');

$file = sys_get_temp_dir() . '/dump_signal_' . getmypid() . '-%p';
show('a file', 'posix_kill(getmypid(), SIGUSR2); Async\delay(1); posix_kill(getmypid(), SIGUSR2); Async\delay(1);
$name = str_replace("%p", getmypid(), ini_get("async.dump_file")); $text = file_get_contents($name);
echo substr_count($text, "Process " . getmypid()), " dumps, ", decoct(fileperms($name) & 0777), "\n"; unlink($name);', "-d async.dump_signal=12 -d async.dump_file=$file");
show('a file that cannot be opened', 'posix_kill(getmypid(), SIGUSR2); Async\delay(1);', '-d async.dump_signal=usr2 -d async.dump_file=/dev/null/dump');
foreach (['KILL', 'SIGCHLD', 'SIGALRM', '11', '999', '-1', '1.5'] as $bad) {
    [$output] = run_php('echo "[", ini_get("async.dump_signal"), "]";', '-d async.dump_signal=' . $bad);
    echo str_contains($output, 'Warning: async.dump_signal must be') && str_ends_with($output, '[]') ? '' : "WRONG for $bad: $output\n";
}
?>
--EXPECT--
-- before the first async call: 0
DUMP
Scope 1, global, open: 0 coroutines
goes on
-- a loop of PHP code: 0
DUMP
Scope 1, global, open: 2 coroutines
  #1 main, running
      last suspended at Standard input code:1
      in {closure}() Standard input code:2
      in {main} Standard input code:2
  #2 worker, waiting
      waits for delay, N ms left
      spawned at Standard input code:1
      suspended at Standard input code:1
      in Async\delay()
      in {closure}() Standard input code:1
goes on
-- main waits: 0
DUMP
Scope 1, global, open: 1 coroutine
  #1 main, waiting
      waits for delay, N ms left
      suspended at Standard input code:1
      in Async\delay()
      in {main} Standard input code:1
goes on
-- main has ended: 0
DUMP
Scope 1, global, open: 1 coroutine
  #2 {closure} at Standard input code:1, waiting
      waits for sleep, N ms left
      spawned at Standard input code:1
      suspended at Standard input code:1
      in sleep()
      in {closure}() Standard input code:1
goes on
-- alone: the calls do not end early: 0
DUMP
Scope 1, global, open: 1 coroutine
  #1 main, waiting
      waits for sleep, N ms left
      suspended at Standard input code:1
      in sleep()
      in {main} Standard input code:1
DUMP
Scope 1, global, open: 1 coroutine
  #1 main, waiting
      waits for sleep, N ms left
      suspended at Standard input code:1
      in sleep()
      in {main} Standard input code:1
int(0)
bool(true)
DUMP
Scope 1, global, open: 1 coroutine
  #1 main, waiting
      waits for reading from a socket pair (descriptor N), N ms left
      suspended at Standard input code:3
      in fread()
      in {main} Standard input code:3
Locks
  turn to read from a stream, held by coroutine #1
bool(false)
bool(true)
-- twice: 0
DUMP
Scope 1, global, open: 0 coroutines
DUMP
Scope 1, global, open: 0 coroutines
goes on
-- a child: 0
DUMP
Scope 1, global, open: 1 coroutine
  #1 main, running
      in {main} Standard input code:1
child goes on
0
-- a handler of pcntl: 0
handled
-- Async\signal(): 0
delivered
DUMP
Scope 1, global, open: 1 coroutine
  #1 main, running
      last suspended at Standard input code:1
      in {main} Standard input code:2
goes on
-- the default action set again: 140

-- ignored from the start: 0
goes on
-- off: 140

-- at the memory limit: 0
goes on
-- a file: 0
2 dumps, 600
-- a file that cannot be opened: 0
async.dump_file: cannot open /dev/null/dump: Not a directory
DUMP
Scope 1, global, open: 0 coroutines
