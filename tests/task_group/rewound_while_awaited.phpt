--TEST--
An iterator of a group that is rewound while another coroutine waits at its end goes on with the first task (TG-09)
--FILE--
<?php
use Async\{Future, FutureState, TaskGroup};
use function Async\{await, spawn, suspend};

$state = new FutureState;
$group = new TaskGroup;
$group->spawn(fn() => 'first');
$group->spawn(fn() => await(new Future($state)));
$iterator = $group->getIterator();
echo $iterator->current()[0], "\n";
$iterator->next();
$waiter = spawn(function () use ($iterator) {
    echo $iterator->current()[0], "\n";
});
suspend();
$iterator->rewind();
await($waiter);
$iterator->next();
$state->complete('second');
echo $iterator->current()[0], "\n";
$iterator->next();
var_dump($iterator->valid());
?>
--EXPECT--
first
first
second
bool(false)
