--TEST--
The constructor accepts the arguments of both API generations and reports wrong ones (TG-02, TG-37, D1, D16)
--FILE--
<?php
use Async\{TaskGroup, CoroutineGroup, Scope};
use function Async\{await, suspend};

function limit(TaskGroup $group): int {
    $running = $most = 0;
    for ($i = 0; $i < 8; $i++) {
        $group->spawn(function () use (&$running, &$most) {
            $most = max($most, ++$running);
            suspend();
            $running--;
        });
    }
    await($group);
    return $most;
}
echo limit(new TaskGroup()), ' ', limit(new TaskGroup(3)), ' ', limit(new TaskGroup(concurrency: 2)), ' ',
    limit(new TaskGroup(null, null, false, 4)), ' ', limit(new CoroutineGroup(new Scope(), concurrency: 5)), "\n";

$scope = new Scope();
var_dump((new TaskGroup($scope, true))->provideScope() === $scope);
var_dump((new TaskGroup($scope, null, true, 1, 0)) instanceof CoroutineGroup);
/* A scope of its own is a child of the current one. */
$group = new TaskGroup();
var_dump(in_array($group->provideScope(), Async\currentScope()->getChildScopes(), true));

$closed = new Scope();
$closed->cancel();
foreach ([
    fn() => new TaskGroup(0),
    fn() => new TaskGroup(concurrency: 0),
    fn() => new TaskGroup(concurrency: 1, queueLimit: -1),
    fn() => new TaskGroup(3, concurrency: 3),
    fn() => new TaskGroup('many'),
    fn() => new TaskGroup($closed),
    fn() => new TaskGroup(Scope::global(), bounded: true),
    fn() => $group->__construct(),
] as $wrong) {
    try {
        $wrong();
        echo "nothing\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
8 3 2 4 5
bool(true)
bool(true)
bool(true)
ValueError: Async\TaskGroup::__construct(): Argument #1 ($scope) must be greater than 0
ValueError: Async\TaskGroup::__construct(): Argument #4 ($concurrency) must be greater than 0
ValueError: Async\TaskGroup::__construct(): Argument #5 ($queueLimit) must be greater than or equal to 0
ValueError: Async\TaskGroup::__construct(): Argument #4 ($concurrency) must be null when argument #1 ($scope) is the concurrency
TypeError: Async\TaskGroup::__construct(): Argument #1 ($scope) must be of type Async\Scope|int|null, string given
Async\AsyncException: Coroutine scope is closed
Async\AsyncException: The global scope cannot be bounded to a task group
Async\AsyncException: Async\TaskGroup is constructed once
