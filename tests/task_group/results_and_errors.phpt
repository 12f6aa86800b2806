--TEST--
getResults() and getErrors() by key, as far as known; the errors count as seen (TG-19, D16)
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

(function () {
    $group = new TaskGroup();
    $group->spawn(function () { suspend(); return 'a'; });
    $group->spawnWithKey('bad', fn() => throw new LogicException('b'));
    $group->spawn(fn() => 'c');
    $group->spawn(fn() => throw new RuntimeException('d'));
    $cancelled = $group->spawn(fn() => 'e');
    echo json_encode([$group->getResults(), $group->getErrors()]), "\n";
    $cancelled->cancel();
    $group->awaitCompletion();
    echo json_encode($group->getResults()), "\n";
    foreach ($group->getErrors() as $key => $error) {
        echo $key, ' ', get_class($error), "\n";
    }
    echo count($group->getErrors()), ' ', json_encode(await($group)), "\n";
})();
suspend();
echo "goes on\n";
// schedules: any
?>
--EXPECT--
[[],[]]
["a","c"]
bad LogicException
2 RuntimeException
3 Async\AsyncCancellation
3 ["a","c"]
goes on
