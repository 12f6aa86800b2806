--TEST--
No warning for coroutines that give up control in time, however long they work in total: suspend(), waits, alone or not
--INI--
async.max_activity_interval=1000
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function work_for(float $seconds, callable $yield): void
{
    for ($end = hrtime(true) + $seconds * 1e9; hrtime(true) < $end; $yield()) {
        for ($pause = hrtime(true) + 1e6; hrtime(true) < $pause;);
    }
}

spawn(fn() => 1);
work_for(1.3, suspend(...));    // no other coroutine is left
$both = [spawn(work_for(...), 1.3, suspend(...)), spawn(work_for(...), 1.3, suspend(...))];
array_map(Async\await(...), $both);
work_for(1.3, fn() => usleep(1000));
work_for(1.3, fn() => await(spawn(fn() => 1)));
echo "quiet\n";
?>
--EXPECT--
quiet
