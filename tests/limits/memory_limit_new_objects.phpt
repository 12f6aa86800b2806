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
use Async\{BoundedScope, FutureState, Scope, TaskGroup};
use function Async\{delay, spawn, suspend, timeout};

// Each allocation counts by its size with this allocator. A limit below this size would be raised.
ini_set('memory_limit', '2G');
$above = str_repeat('x', 4 << 20);
class MyScope extends Scope { public $own = [1]; }
$parked = spawn(fn() => delay(100000));
suspend();
$makers = [
    'MyScope' => fn() => new MyScope, 'Scope::inherit' => fn() => Scope::inherit(), 'Scope::isolated' => fn() => Scope::isolated(),
    'MyScope::isolated' => fn() => MyScope::isolated(), 'BoundedScope::isolated' => fn() => BoundedScope::isolated(),
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
foreach ($makers as $what => $make) {
    for ($room = 0, $made = false; !$made && $room < 100000; $room += 40) {
        $child = pcntl_fork();
        if ($child === 0) {
            $reserve = str_repeat('y', 1 << 20);
            register_shutdown_function(function () use (&$made, $what, $room) {
                $GLOBALS['reserve'] = null;
                ini_set('memory_limit', '-1');
                if (!$made && !str_contains(error_get_last()['message'] ?? '', 'Allowed memory size')) echo "$what, $room: ", json_encode(error_get_last()), "\n";
                gc_collect_cycles();
            });
            ini_set('memory_limit', (string) (memory_get_usage() + 400 + $room));
            $object = $make();
            ini_set('memory_limit', '-1');
            $made = true;
            $object = null;
            exit(7);
        }
        pcntl_waitpid($child, $status);
        $made = pcntl_wifexited($status) && pcntl_wexitstatus($status) === 7;
        if (!$made && (!pcntl_wifexited($status) || pcntl_wexitstatus($status) !== 255)) echo "$what, $room: wait status $status\n";
    }
}
echo count($makers) > 25 ? 'many' : count($makers), "\n";
$parked->cancel();
?>
--EXPECT--
many
