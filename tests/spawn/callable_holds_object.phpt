--TEST--
A callable that is kept has its object, also when that is $this of its giver or was found by a variable that changes
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{await, delay, spawn, spawnWith, suspend};

class Worker
{
    public function __construct(public string $name) {}
    public function works() { suspend(); return $this->name; }
    public function handles($exception) { echo "handled by $this->name\n"; }
    public function visits() { echo "visit by $this->name\n"; return true; }
    public function __call($name, $arguments) { suspend(); return "$name() of $this->name"; }
    private function inner() { return "inner $this->name"; }

    public function byName() { return @spawn('self::works'); }
    public function byClass() { return spawn([self::class, 'works']); }
    public function byOwnClass() { return spawn([static::class, 'inner']); }
}

/* Objects in the memory of the one that has gone. */
function fill()
{
    for ($i = 0; $i < 20; $i++) {
        $objects[] = new Worker('another one');
    }
    return $objects;
}

foreach (['byName', 'byClass', 'byOwnClass'] as $method) {
    $coroutine = (new Worker('temporary'))->$method();
    $filler = fill();
    echo "$method: ", await($coroutine), "\n";
}

$starts = [
    'spawn' => fn($callable) => spawn($callable),
    'spawnWith' => fn($callable) => spawnWith(Scope::global(), $callable),
    'Scope::spawn' => fn($callable) => Scope::global()->spawn($callable),
    'TaskGroup::spawn' => function ($callable) {
        static $groups;
        $groups[] = $group = new TaskGroup(concurrency: 1);
        $group->spawn(fn() => suspend());
        return $group->spawn($callable);
    },
];
foreach ($starts as $name => $start) {
    foreach (['works', 'undefined'] as $method) {
        $worker = new Worker('given');
        $coroutine = $start([&$worker, $method]);
        $worker = null;
        $filler = fill();
        echo "$name: ", await($coroutine), "\n";
    }
}

$worker = new Worker('given');
$scope = new Scope;
$scope->spawn(function () {
    try {
        delay(10000);
    } finally {
        delay(1);
        throw new Exception;
    }
});
suspend();
$scope->cancel();
$waiter = spawn(function () use (&$worker, $scope) {
    $scope->awaitAfterCancellation([&$worker, 'handles']);
});
suspend();
$worker = null;
$filler = fill();
await($waiter);

function numbers()
{
    for ($i = 0; $i < 2; $i++) {
        suspend();
        yield $i;
    }
}
$worker = new Worker('given');
$coroutine = spawn(function () use (&$worker) {
    return iterator_apply(numbers(), [&$worker, 'visits']);
});
suspend();
$worker = null;
$filler = fill();
var_dump(await($coroutine));
?>
--EXPECT--
byName: temporary
byClass: temporary
byOwnClass: inner temporary
spawn: given
spawn: undefined() of given
spawnWith: given
spawnWith: undefined() of given
Scope::spawn: given
Scope::spawn: undefined() of given
TaskGroup::spawn: given
TaskGroup::spawn: undefined() of given
handled by given
visit by given
visit by given
int(2)
