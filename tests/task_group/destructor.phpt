--TEST--
The release of a group's last reference disposes the group; exit() and the end of main run no tasks (TG-39, D15)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

function leave(): array {
    $group = new TaskGroup(concurrency: 1);
    $tasks = [];
    foreach (['running', 'queued'] as $name) {
        $tasks[] = $group->spawn(function () use ($name) {
            try {
                Async\delay(100000);
            } finally {
                echo "$name ends\n";
            }
        });
    }
    suspend();
    return $tasks;
}
$tasks = leave();
echo "left\n";
suspend();
var_dump($tasks[0]->isCancelled(), $tasks[1]->isCancelled(), $tasks[1]->isStarted());
/* The exception that leaves the function goes on. */
try {
    (function () {
        $group = new TaskGroup();
        $group->spawn(function () { Async\delay(100000); });
        suspend();
        throw new Exception('on its way');
    })();
} catch (Exception $e) {
    echo $e->getMessage(), ' ', json_encode($e->getPrevious()), "\n";
}
suspend();
/* A task that holds its group keeps it. */
(function () {
    $group = new TaskGroup();
    $group->spawn(function () use ($group) { suspend(); echo 'goes on, ', count($group), "\n"; });
})();
for ($i = 0; $i < 4; $i++) suspend();
echo count(Async\getCoroutines()), "\n";
?>
--EXPECTF--

Warning: TaskGroup created at %s:6 was dropped: 2 unfinished tasks are cancelled.%s in %s on line %d
left
running ends
bool(true)
bool(true)
bool(false)

Warning: TaskGroup created at %s:27 was dropped: 1 unfinished task is cancelled.%s in %s on line %d
on its way null
goes on, 1
1
