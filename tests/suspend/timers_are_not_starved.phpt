--TEST--
Coroutines that only yield do not starve timers (P1, P11)
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$fired = false;
spawn(function () use (&$fired) { delay(5); $fired = true; });
$busy = spawn(function () use (&$fired) { while (!$fired) suspend(); });
$limit = hrtime(true) + 10e9;
while (!$fired && hrtime(true) < $limit) suspend();
var_dump($fired);
// Alone: the run queue is empty while the timer runs.
$fired = false;
spawn(function () use (&$fired) { delay(5); $fired = true; });
while (!$fired && hrtime(true) < $limit) suspend();
var_dump($fired);
// schedules: any
?>
--EXPECT--
bool(true)
bool(true)
