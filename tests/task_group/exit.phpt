--TEST--
exit() in a task ends the application at once, whatever tasks its group still holds (TG-39, D15)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

register_shutdown_function(function () { echo "shutdown\n"; });
$group = new TaskGroup(concurrency: 2, queueLimit: 1);
$group->onFinally(function () { echo "WRONG\n"; });
$group->spawn(fn() => throw new Exception('unseen'));
$group->spawn(function () { try { Async\delay(100000); } finally { echo "WRONG\n"; } });
$group->spawn(function () { suspend(); suspend(); echo "exit\n"; exit(3); });
spawn(function () use ($group) { $group->spawn(fn() => print "WRONG\n"); $group->spawn(fn() => print "WRONG\n"); });
spawn(function () use ($group) { suspend(); suspend(); foreach ($group as $one) { Async\delay(100000); } });
$trigger = $group->all();
await($trigger);
?>
--EXPECT--
exit
shutdown
