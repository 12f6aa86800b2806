--TEST--
var_dump() of every class shows its state; foreach over an awaitable that is not awaited throws; other casts are as for any object (TL-08)
--FILE--
<?php
use Async\{Channel, FutureState, Future, Scope, BoundedScope, TaskGroup, Timeout, Mutex, Semaphore, Pool, Key};
use function Async\{spawn, await, suspend, delay};

function shown(object $o): string {
    ob_start();
    var_dump($o);
    $words = [];
    foreach (explode("\n", ob_get_clean()) as $line) {
        $words[] = preg_replace(['~object\(~', '~#\d+ \(\d+\)~', '~string\(\d+\)~', '~\S*debug_info\.php~'], ['', '', '', 'FILE'], trim($line));
    }
    return substr(str_replace(['=> ', '{ ', ' }', '[', ']'], ['=', '', '', '', ''], implode(' ', $words)), 0, 300);
}
$group = new TaskGroup(1);
$group->spawn(fn() => delay(1000));
$group->spawn(fn() => 1);
$mutex = new Mutex();
$mutex->lock();
$failed = spawn(fn() => throw new Exception('broken'));
try { await($failed); } catch (Exception) {}
$cancelled = spawn(fn() => 1);
$cancelled->cancel();
$suspended = spawn(fn() => (new Channel())->recv(Async\timeout(1000_000)));
$awaits = spawn(fn() => await($suspended));
suspend();
$scope = new Scope();
$context = Async\coroutineContext()->set('key', 'kept');
$objects = [
    spawn(fn() => 1), $failed, $cancelled, $suspended, $awaits, Async\currentCoroutine(),
    $scope, new BoundedScope(), Async\globalScope(), new class extends Scope { public $own = 1; },
    $group, $group->all(), $group->race(), $group->getIterator(),
    new FutureState(), new Future(), Future::completed(1), Future::failed(new Exception('no'))->ignore(),
    new Timeout(100000), Async\any([new Future()]), Async\captureErrors(new Future()),
    new Channel(2), $mutex, new Semaphore(3), (new ReflectionFunction(Async\once(fn() => 1)))->getClosureThis(), new Pool(fn() => 1, max: 3), new Async\ProcessPool('abs', 3), (new Async\ProcessPool('abs', 3))->map([1]),
    $context, new Key('name'), Async\hiPriority(), Async\signals(10, 12), Async\watch(__DIR__),
    (new ReflectionClass(Async\FileEvent::class))->newInstanceWithoutConstructor(),
];
$all = [];
foreach ((new ReflectionExtension('async'))->getClasses() as $class) {
    if (!$class->isInterface() && !$class->isAbstract() && !$class->implementsInterface('Throwable') && !str_starts_with($class->getName(), 'Async\\PooledPDO')) {
        $all[$class->getName()] = true;
    }
}
foreach ($objects as $object) {
    unset($all[get_class($object)]);
    echo shown($object), "\n";
    $shape = (array) $object;
    if (str_contains(implode(array_keys($shape)), 'state')) echo "WRONG cast\n";
}
echo 'without a case: ', implode(', ', array_keys($all)) ?: 'none', "\n";
/* Half-made objects. */
foreach ($all + array_flip(array_map(get_class(...), $objects)) as $name => $ignored) {
    if (str_contains($name, "@")) continue;
    try {
        shown((new ReflectionClass($name))->newInstanceWithoutConstructor());
    } catch (ReflectionException) {
    }
}
/* A forgotten await. */
foreach ($objects as $object) {
    if (!$object instanceof Async\Awaitable || $object instanceof Traversable) continue;
    foreach ([
        fn() => (function () use ($object) { foreach ($object as $x); })(),
        fn() => (function () use ($object) { foreach ($object as &$x); })(),
        fn() => [...$object],
        fn() => iterator_to_array((function () use ($object) { yield from $object; })()),
    ] as $i => $use) {
        try {
            $use();
            echo get_class($object), " $i: silent\n";
        } catch (Error $e) {
            $messages[get_class($object)][$e->getMessage()] = true;
        }
    }
}
foreach ($messages as $class => $texts) echo $class, ': ', implode(' | ', array_keys($texts)), "\n";
echo json_encode([spawn(fn() => 1), new Mutex()]), ' ', var_export(new Semaphore(1), true), ' ', count((array) $failed), "\n";
Async\gracefulShutdown();
?>
--EXPECTF--
Async\Coroutine) "id"=int(8) "state"= "queued" "spawnedAt"= FILE:29" 
Async\Coroutine) "id"=int(4) "state"= "failed" "spawnedAt"= FILE:19" "exception"= "Exception: broken" 
Async\Coroutine) "id"=int(5) "state"= "cancelled" "spawnedAt"= FILE:21" "exception"= "Async\AsyncCancellation: cancelled at FILE:22" 
Async\Coroutine) "id"=int(6) "state"= "suspended" "spawnedAt"= FILE:23" "suspendedAt"= FILE:23" "waitsFor"= "a value from Async\Channel made at FILE:23" 
Async\Coroutine) "id"=int(7) "state"= "suspended" "spawnedAt"= FILE:24" "suspendedAt"= FILE:24" "waitsFor"= "coroutine #6 (spawned at FILE:23)" 
Async\Coroutine) "id"=int(1) "state"= "running" "spawnedAt"= FILE:15" 
Async\Scope) "context"=Async\Context) "state"= "open" "createdAt"= FILE:26" "coroutines"=int(0) "childScopes"=int(0) 
Async\BoundedScope) "context"=Async\Context) "state"= "open" "createdAt"= FILE:30" "coroutines"=int(0) "childScopes"=int(0) 
Async\Scope) "context"=Async\Context) "state"= "global" "coroutines"=int(4) "childScopes"=int(1) 
Async\Scope@anonymous) "context"=Async\Context) "own"=int(1) "state"= "open" "createdAt"= FILE:30" "coroutines"=int(0) "childScopes"=int(0) 
Async\TaskGroup) "state"= "open" "createdAt"= FILE:14" "running"=int(1) "queued"=int(1) "finished"=int(0) 
Async\TaskGroupTrigger) "kind"= "all" "state"= "pending" "groupCreatedAt"= FILE:14" 
Async\TaskGroupTrigger) "kind"= "race" "state"= "pending" "groupCreatedAt"= FILE:14" 
Async\TaskGroupIterator) "groupCreatedAt"= FILE:14" "state"= "between tasks" 
Async\FutureState) "state"= "pending" "createdAt"= FILE:32" "waiters"=int(0) 
Async\Future) "state"= "pending" "createdAt"= FILE:32" "waiters"=int(0) 
Async\Future) "state"= "completed" "createdAt"= FILE:32" "completedAt"= FILE:32" 
Async\Future) "state"= "failed" "createdAt"= FILE:32" "completedAt"= FILE:32" "exception"= "Exception: no" 
Async\Timeout) "state"= "pending" "createdAt"= FILE:33" "ms"=int(100000) 
Async\Trigger) "kind"= "any" "state"= "pending" "createdAt"= FILE:33" "sources"=int(1) 
Async\Trigger) "kind"= "of one" "state"= "pending" "createdAt"= FILE:33" "sources"=int(1) 
Async\Channel) "state"= "open" "createdAt"= FILE:34" "capacity"=int(2) "count"=int(0) "senders"=int(0) "receivers"=int(0) 
Async\Mutex) "state"= "locked" "createdAt"= FILE:17" "lockedAt"= FILE:18" "owner"=int(1) "waiters"=int(0) 
Async\Semaphore) "state"= "free" "createdAt"= FILE:34" "permits"=int(3) "available"=int(3) "waiters"=int(0) 
Async\OnceFunction) "state"= "not called" "createdAt"= FILE:34" "waiters"=int(0) 
Async\Pool) "state"= "open" "createdAt"= FILE:34" "max"=int(3) "count"=int(0) "idle"=int(0) "lent"=int(0) "waiters"=int(0) 
Async\ProcessPool) "state"= "open" "createdAt"= FILE:34" "max"=int(3) "workers"=int(0) "queued"=int(0) "running"=int(0) "waiters"=int(0) 
Async\ProcessPoolResults) "order"= "of the results" "jobs"=int(0) "waiters"=int(0) 
Async\Context) "key"= "kept" 
Async\Key) "description"= "name" 
Async\HiPriorityStrategy) "scope":"Async\HiPriorityStrategy":private=NULL 
Async\SignalWatcher) "state"= "open" "createdAt"= FILE:35" "signals"=array(2) 0=int(10) 1=int(12) "pending"=int(0) "waiters"=int(0) 
Async\FileWatcher) "state"= "open" "createdAt"= FILE:35" "pending"=int(0) "waiters"=int(0) 
Async\FileEvent) "kind"=uninitialized(string) "path"=uninitialized(string) "oldPath"=uninitialized(?string) 
without a case: none
Async\Coroutine: Cannot iterate over an object of class Async\Coroutine: await() it first
Async\TaskGroupTrigger: Cannot iterate over an object of class Async\TaskGroupTrigger: await() it first
Async\Future: Cannot iterate over an object of class Async\Future: await() it first
Async\Timeout: Cannot iterate over an object of class Async\Timeout: await() it first
Async\Trigger: Cannot iterate over an object of class Async\Trigger: await() it first
[{},{}] \Async\Semaphore::__set_state(array(
)) 0

Warning: Async\Mutex: coroutine #1 spawned at %s:15 ended without unlock() in %s on line 18
