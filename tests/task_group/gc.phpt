--TEST--
Cycles through groups, triggers, tasks, results and errors are collected; live ones are not (TG-39, P13)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{await, suspend, spawn};

class Probe {
    public static int $alive = 0;
    public $more = [];
    public function __construct(public $hold = null) { self::$alive++; }
    public function __destruct() { self::$alive--; }
}
function settle() { for ($i = 0; $i < 8; $i++) suspend(); gc_collect_cycles(); gc_collect_cycles(); for ($i = 0; $i < 8; $i++) suspend(); gc_collect_cycles(); }
$cases = [
    'result holds group' => function () {
        $group = new TaskGroup();
        $group->spawn(fn() => new Probe($group));
        await($group);
    },
    'result holds trigger' => function () {
        $group = new TaskGroup();
        $trigger = $group->firstResult();
        $group->spawn(fn() => new Probe($trigger));
        await($trigger);
    },
    'snapshot holds trigger' => function () {
        $group = new TaskGroup();
        $probe = new Probe();
        $group->spawn(fn() => $probe);
        $probe->hold = $all = $group->all();
        await($all);
    },
    'error holds group' => function () {
        $group = new TaskGroup();
        $group->spawn(function () use ($group) { throw new class(new Probe($group)) extends Exception { public function __construct(public $probe) {} }; });
        $group->awaitCompletion();
        count($group->getErrors());
    },
    'unseen error holds group' => function () {
        $scope = new Scope();
        $scope->setExceptionHandler(function () {});
        $group = new TaskGroup($scope);
        $group->spawn(function () use ($group) { throw new class(new Probe($group)) extends Exception { public function __construct(public $probe) {} }; });
        $group->awaitCompletion();
    },
    'composite holds trigger' => function () {
        $group = new TaskGroup();
        $any = $group->any();
        $group->spawn(function () use ($any) { throw new class(new Probe($any)) extends Exception { public function __construct(public $probe) {} }; });
        try { await($any); } catch (Async\CompositeException) {}
    },
    'callback holds group' => function () {
        $group = new TaskGroup();
        $probe = new Probe($group);
        $group->onFinally(function () use ($probe) {});
    },
    'queued task holds group' => function () {
        $group = new TaskGroup(1);
        $probe = new Probe($group);
        $group->spawn(function () { Async\delay(100000); });
        $group->spawn(function () use ($probe) {});
    },
    'scope holds group' => function () {
        $scope = new Scope();
        $group = new TaskGroup($scope);
        $scope->set('group', new Probe($group));
    },
    'iterator holds group' => function () {
        $group = new TaskGroup();
        $iterator = $group->getIterator();
        $group->spawn(fn() => new Probe($iterator));
        await($group);
        foreach ($iterator as [$result]) break;
    },
    'no cycle, not captured' => function () {
        $group = new TaskGroup(captureResults: false);
        $group->spawn(fn() => new Probe($group));
        await($group);
    },
];
foreach ($cases as $name => $case) {
    $case();
    unset($case);
    settle();
    echo Probe::$alive === 0 ? '' : 'WRONG: ' . Probe::$alive . ' left, ', $name, "\n";
    Probe::$alive = 0;
}
/* A parked awaiter is alive, with everything that it waits for. */
$probe = WeakReference::create($group = new TaskGroup());
$group->spawn(function () use (&$stop) { for ($n = 0; !$stop && $n < 300; $n++) suspend(); return 'alive'; });
$waiter = spawn(function () use ($group) { $trigger = $group->race(); unset($group); return await($trigger); });
$all = $group->all();
suspend();
settle();
$stop = true;
echo await($waiter), ' ', count(await($all)), "\n";
?>
--EXPECTF--
result holds group
result holds trigger
snapshot holds trigger
error holds group
unseen error holds group
composite holds trigger
callback holds group

Warning: TaskGroup created at %s:56 was dropped: 2 unfinished tasks are cancelled.%s in %s on line %d
queued task holds group
scope holds group
iterator holds group
no cycle, not captured
alive 1
