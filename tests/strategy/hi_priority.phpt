--TEST--
hiPriority() puts the coroutine in front, in the current or the given scope; so do the option and asHiPriority() in a hook (ST-05, ST-07, ST-08)
--FILE--
<?php
use Async\{Scope, Coroutine, SpawnStrategy, TaskGroup};
use function Async\{spawn, spawnWith, hiPriority, hi_priority, suspend, await, currentScope};

spawn(function () { echo "normal priority\n"; });
spawnWith(hiPriority(), function () { echo "high priority\n"; });
suspend();

$scope = new Scope;
$strategy = hi_priority($scope);
var_dump($strategy instanceof SpawnStrategy, $strategy->provideScope() === $scope, hiPriority()->provideScope());
spawn(function () { echo "normal\n"; });
spawnWith($strategy, function () use ($scope) { echo 'first, in its scope: ', var_export(currentScope() === $scope, true), "\n"; });
suspend();

class ByOption implements SpawnStrategy {
    function __construct(private array $options) {}
    function provideScope(): ?Scope { return null; }
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array { return $this->options; }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {}
}
class ByMethod extends ByOption {
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array { $coroutine->asHiPriority(); return []; }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void { $coroutine->asHiPriority(); }
}
spawn(function () { echo "normal\n"; });
spawnWith(new ByOption(['hiPriority' => false]), function () { echo "option off\n"; });
spawnWith(new ByOption(['hiPriority' => true]), function () { echo "option on\n"; });
spawnWith(new ByMethod([]), function () { echo "method\n"; });
suspend();

class Before extends ByOption {
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array { $coroutine->asHiPriority(); return []; }
}
spawn(function () { echo "normal\n"; });
spawnWith(new Before([]), function () { echo "marked before it is queued\n"; });
suspend();

// A task that waits for a place in its group.
$group = new TaskGroup(concurrency: 1);
$group->spawn(function () { spawn(function () { echo "normal\n"; }); });
$group->spawn(function () { echo "marked in the queue of its group\n"; })->asHiPriority();
await($group);

try { spawnWith(new class([]) extends ByOption { function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array { } }, fn() => print("never\n")); } catch (TypeError $e) { echo preg_replace('/.*::/', '', $e->getMessage()), "\n"; }
try { hiPriority(new stdClass); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$scope->cancel();
try { spawnWith($strategy, fn() => print("never\n")); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
suspend();
?>
--EXPECT--
high priority
normal priority
bool(true)
bool(true)
NULL
first, in its scope: true
normal
method
option on
normal
option off
marked before it is queued
normal
marked in the queue of its group
normal
beforeCoroutineEnqueue(): Return value must be of type array, none returned
Async\hiPriority(): Argument #1 ($scope) must be of type ?Async\Scope, stdClass given
Coroutine scope is closed
