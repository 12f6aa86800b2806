--TEST--
After the asynchronous part of the request results stay readable, and a task is refused (TG-01, D14)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$group->spawn(fn() => 'result');
$group->spawn(function () { suspend(); throw new Exception('error'); });
$group->awaitCompletion();
$group->getErrors();
$all = $group->all(true);
register_shutdown_function(function () use ($group, $all) {
    echo json_encode([await($group), await($all), await($group->race())]), "\n";
    foreach ($group as $key => $ignored) echo $key, ' ';
    $group->awaitCompletion();
    $task = $group->spawn(fn() => print 'WRONG');
    var_dump($task->isCancelled(), count($group));
    $task = Async\spawnWith($group, fn() => print 'WRONG');
    var_dump($task->isCancelled(), count($group));
    $group->onFinally(function () { echo "WRONG\n"; });
    $group->cancel();
    $other = new TaskGroup();
    echo json_encode(await($other)), "\n";
});
echo "end of main\n";
?>
--EXPECTF--
end of main
[["result"],["result"],"result"]
0 1 
Warning: Async\TaskGroup::spawn(): The coroutine will not start: the request is shutting down, and its coroutines have ended in %s on line %d
bool(true)
int(2)

Warning: Async\spawnWith(): The coroutine will not start: the request is shutting down, and its coroutines have ended in %s on line %d
bool(true)
int(2)
[]
