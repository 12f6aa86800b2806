--TEST--
Keys: numbers in the order of the tasks, names, and duplicates (TG-08)
--FILE--
<?php
use Async\{TaskGroup, AsyncException};
use function Async\{await};

$group = new TaskGroup(concurrency: 2);
$group->spawn(fn() => 'a');
$group->spawnWithKey('name', fn() => 'b');
$group->spawnWithKey(2, fn() => 'c');
$group->spawnWithKey('-7', fn() => 'd');
$group->spawnWithKey('', fn() => 'e');
$group->spawnWithKey("nul\0byte", fn() => 'f');
$group->spawn(fn() => 'g');
$group->spawn(fn($x) => $x, 'h');
$group->spawnWithKey('with', fn($x, ...$more) => $x . json_encode($more), 'i', 1, k: 2);
foreach (['name', 2, '2', '-7', -7, 0] as $key) {
    try {
        $group->spawnWithKey($key, fn() => 'WRONG');
    } catch (AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(await($group));
/* A key is taken until its task is forgotten. */
try {
    $group->spawnWithKey('name', fn() => 'WRONG');
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$group->disposeResults();
$group->spawnWithKey('name', fn() => 'again');
echo json_encode(await($group)), "\n";
try {
    $group->spawnWithKey([], fn() => 0);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
// schedules: any
?>
--EXPECTF--
The task group has a task with the key "name" already
The task group has a task with the key 2 already
The task group has a task with the key 2 already
The task group has a task with the key -7 already
The task group has a task with the key -7 already
The task group has a task with the key 0 already
array(9) {
  [0]=>
  string(1) "a"
  ["name"]=>
  string(1) "b"
  [2]=>
  string(1) "c"
  [-7]=>
  string(1) "d"
  [""]=>
  string(1) "e"
  ["nul%0byte"]=>
  string(1) "f"
  [1]=>
  string(1) "g"
  [3]=>
  string(1) "h"
  ["with"]=>
  string(14) "i{"0":1,"k":2}"
}
The task group has a task with the key "name" already
{"name":"again"}
Async\TaskGroup::spawnWithKey(): Argument #1 ($key) must be of type string|int, array given
