--TEST--
A graceful shutdown also cancels queued tasks, and closes no group (TG-25, D21)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn, gracefulShutdown};

$group = new TaskGroup(Scope::global(), concurrency: 1);
$group->spawn(function () { Async\delay(100000); });
$queued = $group->spawn(fn() => print "WRONG\n");
spawn(function () use ($group, $queued) {
    suspend();
    gracefulShutdown();
    var_dump($queued->isCancelled(), $group->isClosed());
    Async\protect(function () use ($group) {
        $group->awaitCompletion();
        echo get_class($group->getErrors()[1]), "\n";
    });
});
?>
--EXPECT--
bool(true)
bool(false)
Async\AsyncCancellation
