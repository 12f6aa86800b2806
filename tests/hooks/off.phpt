--TEST--
async.hooks turns groups off: their waits are then as without the extension
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// Does another coroutine run while this call waits?
$program = <<<'PHP'
$other = 0;
Async\spawn(function () use (&$other) { while ($other++ < 3) Async\suspend(); });
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$time = getenv('ASYNC_TEST_TOOL') ? 400000 : 20000;
stream_set_timeout($a, 0, $time);
$calls = ['usleep' => fn() => usleep($time), 'fgets' => fn() => fgets($a)];
foreach ($calls as $name => $call) {
    $other = 0;
    $ticks = 0;
    $ticker = Async\spawn(function () use (&$ticks) { while (true) { Async\suspend(); $ticks++; } });
    $call();
    echo $name, $ticks > 2 ? ' together ' : ' alone ';
    $ticker->cancel();
}
PHP;
foreach (['all', 'sleep', 'sockets', 'none'] as $hooks) {
    echo "$hooks: ", trim(shell_exec(php_command("-d async.hooks=$hooks") . ' -r ' . escapeshellarg($program) . ' 2>&1')), "\n";
}
?>
--EXPECT--
all: usleep together fgets together
sleep: usleep together fgets alone
sockets: usleep alone fgets together
none: usleep alone fgets alone
