--TEST--
The second and third request of a process start clean, whatever ended the request before (issue 2: request life cycle, P13, D31)
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$script = __DIR__ . '/second_request.inc.php';
$body = <<<'PHP'
<?php
use function Async\{spawn, suspend, delay, stats, currentCoroutine, getCoroutines, timeout, await};
$s = stats();
echo "[start id=", currentCoroutine()->getId(), " coroutines=", count(getCoroutines()), " spawned=", $s['spawned'],
    " contexts=", $s['contexts'], " timers=", $s['timers'], "]\n";
spawn(function () { try { delay(100000); } finally { echo "finally\n"; } });
spawn(function () { delay(1); echo "tick\n"; });
$t = timeout(50000);
spawn(fn() => await($t));
ob_start();
echo "buffered ";
suspend();
delay(3);
ENDING
PHP;
foreach ([
    'exit' => 'exit("exit");',
    'exception' => 'throw new Exception("thrown");',
    'fatal' => '@trigger_error("fatal", E_USER_ERROR);',
    'fatal in coroutine' => 'spawn(function () { delay(1); @trigger_error("fatal", E_USER_ERROR); }); delay(100000);',
    'coroutine fails' => 'spawn(fn() => throw new Exception("failed")); delay(100000);',
    'exit in coroutine' => 'spawn(fn() => exit(3)); delay(100000);',
    'shutdown spawns' => 'register_shutdown_function(fn() => @spawn(fn() => 1)); spawn(fn() => exit(3));',
] as $name => $ending) {
    // A clean environment: the CGI variables of the test itself would make php-cgi run the test again.
    file_put_contents($script, str_replace('ENDING', $ending, $body));
    $output = (string) shell_exec('env -i ' . php_command('-d html_errors=0 -T 3 ' . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>/dev/null');
    preg_match_all('/\[start.*?\]/', $output, $starts);
    echo "$name: ", count($starts[0]), ' requests, ', implode(' ', array_unique($starts[0])), "\n";
    echo '  tick ', substr_count($output, "tick\n"), ', finally ', substr_count($output, "finally\n"), ', buffered ', substr_count($output, 'buffered '), "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/second_request.inc.php'); ?>
--EXPECT--
exit: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 0, buffered 3
exception: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 3, buffered 3
fatal: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 0, buffered 3
fatal in coroutine: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 0, buffered 3
coroutine fails: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 3, buffered 3
exit in coroutine: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 0, buffered 3
shutdown spawns: 3 requests, [start id=1 coroutines=1 spawned=0 contexts=0 timers=0]
  tick 3, finally 0, buffered 3
