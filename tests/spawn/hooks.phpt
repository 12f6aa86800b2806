--TEST--
onSpawn(): callbacks see each coroutine in its spawner, before it is queued; every way to spawn; throwing, cancelling, closing, waiting, spawning callbacks
--FILE--
<?php
use Async\{Coroutine, Key, Scope, TaskGroup};
use function Async\{spawn, spawnWith, await, suspend, delay, onSpawn, hiPriority, currentCoroutine, coroutineContext, iterate};

$key = new Key('depth');
$act = null;
onSpawn(function (Coroutine $spawned) use ($key, &$act) {
    if ($spawned->isQueued() || $spawned->isStarted()) echo "too late\n";
    $spawned->getContext()->set($key, coroutineContext()->find($key) + 1);
    if ($act) $act($spawned);
});
$show = fn (string $how) => function () use ($how, $key) {
    echo $how, ': ', coroutineContext()->find($key), await(spawn(fn () => ' and ' . coroutineContext()->find($key))), "\n";
};
$scope = new Scope();
$group = new TaskGroup(concurrency: 1);
$ways = [
    'spawn()' => fn ($f) => await(spawn($f)),
    'spawnWith(scope)' => fn ($f) => await(spawnWith($scope, $f)),
    'spawnWith(strategy)' => fn ($f) => await(spawnWith(hiPriority(), $f)),
    'spawnWith(group)' => fn ($f) => await(spawnWith($group, $f)),
    'Scope::spawn()' => fn ($f) => await($scope->spawn($f)),
    'TaskGroup::spawn()' => function ($f) use ($group) { $first = $group->spawn('Async\delay', 1); await($group->spawn($f)); },
    'TaskGroup::spawnWithKey()' => fn ($f) => await($group->spawnWithKey('k', $f)),
    'iterate()' => fn ($f) => iterate([1], fn () => $f()),
];
foreach ($ways as $how => $way) $way($show($how));

echo "- throws\n";
$seen = null;
$act = function ($spawned) use (&$seen) { $seen = $spawned; throw new LogicException('no'); };
foreach ($ways as $how => $way) {
    try { $way(fn () => print("started\n")); echo "$how: nothing thrown\n"; } catch (LogicException $e) { echo $how, ': ', $e->getMessage(), '; ', $seen->isCompleted() ? 'over' : 'open', "\n"; }
    $act && $act = fn ($spawned) => ($seen = $spawned) && throw new LogicException('no');
}
echo "- cancels\n";
$act = function ($spawned) use (&$seen) { $seen = $spawned; $spawned->cancel(); };
foreach ($ways as $how => $way) {
    try { $way(fn () => print("started\n")); echo "$how: nothing thrown\n"; } catch (Async\AsyncException $e) { echo $how, ': ', $e->getMessage(), "\n"; }
}
echo "- closes the scope\n";
$closed = new Scope();
$act = fn () => $closed->dispose();
try { $closed->spawn(fn () => print("started\n")); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
$closed_group = new TaskGroup();
$act = fn () => $closed_group->close();
try { $closed_group->spawn(fn () => print("started\n")); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
echo "- the group closes while the spawner waits for a place\n";
$full = new TaskGroup(concurrency: 1, queueLimit: 1);
$act = null;
$full->spawn('Async\delay', 20);
$full->spawn('Async\delay', 20);
$act = function ($spawned) use (&$seen) { $seen = $spawned; };
$spawner = spawn(fn () => $full->spawn(fn () => print("started\n")));
suspend();
$unstarted = $seen;
$act = null;
$awaiter = spawn(fn () => await($unstarted));
suspend();
$full->close();
foreach ([$spawner, $awaiter] as $coroutine) {
    try { await($coroutine); echo "nothing thrown\n"; } catch (Throwable $e) { echo $e::class, "\n"; }
}

echo "- waits and spawns\n";
$act = function () { delay(1); await(spawn(fn () => print("spawned by the callback\n"))); };
await(spawn(fn () => print("started after it\n")));
$act = null;
echo "- registers another one, with a method name\n";
class Hooks { static function second(Coroutine $c) { echo "second\n"; } }
$act = function () use (&$act) { $act = null; onSpawn('Hooks::second'); };
await(spawn(fn () => print("first time\n")));
await(spawn(fn () => print("second time\n")));
echo "- ends the program\n";
$act = function () { exit("exit\n"); };
register_shutdown_function(fn () => print("shut down\n"));
spawn(fn () => print("started\n"));
echo "not here\n";
?>
--EXPECT--
spawn(): 1 and 2
spawnWith(scope): 1 and 2
spawnWith(strategy): 1 and 2
spawnWith(group): 1 and 2
Scope::spawn(): 1 and 2
TaskGroup::spawn(): 1 and 2
TaskGroup::spawnWithKey(): 1 and 2
iterate(): 1 and 2
- throws
spawn(): no; over
spawnWith(scope): no; over
spawnWith(strategy): no; over
spawnWith(group): no; over
Scope::spawn(): no; over
TaskGroup::spawn(): no; over
TaskGroup::spawnWithKey(): no; over
iterate(): no; over
- cancels
spawn(): A callback of onSpawn() has cancelled the coroutine, or started it
spawnWith(scope): A callback of onSpawn() has cancelled the coroutine, or started it
spawnWith(strategy): A callback of onSpawn() has cancelled the coroutine, or started it
spawnWith(group): A callback of onSpawn() has cancelled the coroutine, or started it
Scope::spawn(): A callback of onSpawn() has cancelled the coroutine, or started it
TaskGroup::spawn(): A callback of onSpawn() has cancelled the coroutine, or started it
TaskGroup::spawnWithKey(): A callback of onSpawn() has cancelled the coroutine, or started it
iterate(): A callback of onSpawn() has cancelled the coroutine, or started it
- closes the scope
Coroutine scope is closed
Task group is closed
- the group closes while the spawner waits for a place
Async\AsyncException
Async\AsyncCancellation
- waits and spawns
spawned by the callback
started after it
- registers another one, with a method name
first time
second
second time
- ends the program
exit
shut down
