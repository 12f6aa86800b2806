--TEST--
A coroutine, channel … is equal to itself only: in_array() does not find another one
--FILE--
<?php
// schedules: none
use Async\{BoundedScope, Channel, Future, FutureState, Mutex, Pool, Scope, Semaphore, TaskGroup, Timeout};
use function Async\{all, once, signals, spawn};

$make = [
    'Coroutine' => fn() => spawn(fn() => 1),
    'Channel' => fn() => new Channel,
    'Channel::getIterator()' => fn() => (new Channel)->getIterator(),
    'Future' => fn() => new Future,
    'FutureState' => fn() => new FutureState,
    'Timeout' => fn() => new Timeout(1000),
    'Trigger' => fn() => all([]),
    'Mutex' => fn() => new Mutex,
    'Semaphore' => fn() => new Semaphore(1),
    'Scope' => fn() => new Scope,
    'BoundedScope' => fn() => new BoundedScope,
    'TaskGroup' => fn() => new TaskGroup,
    'TaskGroup::all()' => fn() => (new TaskGroup)->all(),
    'TaskGroup::getIterator()' => fn() => (new TaskGroup)->getIterator(),
    'Pool' => fn() => new Pool(fn() => new stdClass),
    'SignalWatcher' => fn() => signals(10),
];
foreach ($make as $name => $new) {
    [$one, $two] = [$new(), $new()];
    $one == $one && [$one] == [$one] && $one == true && $one != null || print "$name is not itself\n";
    $one == $two || in_array($two, [$one]) || array_search($two, [$one, $two]) !== 1 || [$one] == [$two]
        || $one < $two || $one > $two and print "$name is another one\n";
    method_exists($one, 'cancel') && !$one instanceof FutureState && $one->cancel();
    method_exists($one, 'close') && $one->close();
    method_exists($two, 'close') && $two->close();
}
echo "done\n";
?>
--EXPECT--
done
