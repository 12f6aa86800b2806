--TEST--
The memory limit is reached in each allocation of a new object, of every class: PHP's own error, never a crash at the end of the process
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
if (!function_exists('pcntl_fork')) die('skip pcntl is needed');
skip_under_tools('the allocator is chosen by the test');
?>
--ENV--
USE_ZEND_ALLOC=0
USE_TRACKED_ALLOC=1
--INI--
memory_limit=-1
display_errors=0
log_errors=0
--FILE--
<?php
require __DIR__ . '/each_allocation.inc';

use Async\{FutureState, Scope, TaskGroup};
use function Async\{delay, spawn, suspend, timeout};

begin_above_the_least_limit();
class MyScope extends Scope { public $own = [1]; }
$parked = spawn(fn() => delay(100000));
suspend();
$makers = [
    'MyScope' => fn() => new MyScope, 'Scope::inherit' => fn() => Scope::inherit(),
    'TaskGroup::all' => fn() => (new TaskGroup)->all(), 'TaskGroup::getIterator' => fn() => (new TaskGroup)->getIterator(),
    'TaskGroup::spawn' => function () { $group = new TaskGroup; $group->spawn(fn() => 1); return $group; },
    'spawn' => fn() => spawn(fn() => 1), 'Scope::spawn' => fn() => (new Scope)->spawn(fn() => 1), 'timeout' => fn() => timeout(1000),
    'any' => fn() => Async\any([$parked, timeout(1000)]), 'all' => fn() => Async\all([$parked, timeout(1000)]),
];
foreach (get_declared_classes() as $class) {
    if (!str_starts_with($class, 'Async\\') || !(new ReflectionClass($class))->isInstantiable() || $class === 'Async\Timeout') continue;
    $arguments = match ($class) { 'Async\Future' => fn() => [new FutureState], 'Async\Pool', 'Async\ProcessPool' => fn() => [fn() => 1], 'Async\Semaphore' => fn() => [1], 'Async\Key' => fn() => ['a'], default => fn() => [] };
    new $class(...$arguments());
    $makers[$class] = fn() => new $class(...$arguments());
}
$calls = reach_limit_in_each_allocation($makers);
echo count($makers) > 25 && $calls > 100 ? 'many' : count($makers) . " in $calls", "\n";
$parked->cancel();
?>
--EXPECT--
many
