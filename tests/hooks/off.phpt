--TEST--
async.hooks turns groups off: their waits are then as without the extension
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// Does another coroutine run while this call waits?
$program = <<<'PHP'
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$calls = ['usleep' => usleep(...), 'fgets' => fn($time) => stream_set_timeout($a, 0, $time) && fgets($a)];
foreach ($calls as $name => $call) {
    $time = 20000;
    do {
        $ticks = 0;
        $ticker = Async\spawn(function () use (&$ticks) { while (++$ticks) Async\suspend(); });
        $call($time);
        $ticker->cancel();
        // It has run, but on a slow machine it needs more time to show that it goes on.
    } while (in_array($ticks, [1, 2, 3]) && ($time *= 2) < 1e6);
    echo $name, $ticks > 3 ? ' together ' : ' alone ';
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
