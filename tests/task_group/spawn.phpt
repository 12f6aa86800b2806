--TEST--
spawn() returns the coroutine at once, also one that waits in the queue (TG-38, SP-06, SP-08)
--FILE--
<?php
use Async\{TaskGroup, Coroutine};
use function Async\{await, suspend};

class Tools {
    private function secret($x) { return "secret $x"; }
    public static function twice($x) { return "$x$x"; }
    public function __call($name, $arguments) { return "$name(" . implode(',', $arguments) . ')'; }
    public function __invoke($x = 'nothing') { return "invoked with $x"; }
    public function spawnSecret(TaskGroup $group) { return $group->spawn([$this, 'secret'], 'x'); }
}
$group = new TaskGroup(concurrency: 2);
$tools = new Tools;
$x = 'value';
$tasks = [
    $group->spawn('strtoupper', 'function'),
    $group->spawn('Tools::twice', 'ab'),
    $group->spawn([$tools, 'magic'], 1, 2),
    $group->spawn($tools),
    $group->spawn($tools, x: 'names'),
    $tools->spawnSecret($group),
    $group->spawn(strrev(...), 'abc'),
    $group->spawn(function ($x) { $x = 'changed'; return 'by value'; }, $x),
];
foreach ($tasks as $task) {
    if (!$task instanceof Coroutine || $task->isStarted()) echo "WRONG\n";
}
echo implode("\n", await($group)), "\n$x\n";
echo preg_replace('~.*/~', '', $tasks[6]->getSpawnLocation()), "\n";
try {
    $group->spawn('no_such_function');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
// schedules: any
?>
--EXPECT--
FUNCTION
abab
magic(1,2)
invoked with nothing
invoked with names
secret x
cba
by value
value
spawn.php:22
Async\TaskGroup::spawn(): Argument #1 ($task) must be a valid callback, function "no_such_function" not found or invalid function name
