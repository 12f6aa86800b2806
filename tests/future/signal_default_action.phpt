--TEST--
Without a future the signal has its default action again: it ends the process (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
require __DIR__ . '/../inc/child.php';
[$out, $status] = run_php(<<<'CODE'
use function Async\{signal, await};
$future = signal(SIGTERM);
posix_kill(getmypid(), SIGTERM);
echo await($future) === SIGTERM ? "received\n" : "?\n";
posix_kill(getmypid(), SIGTERM);
echo "not reached\n";
CODE);
echo $out, $status, "\n";
?>
--EXPECT--
received
143
