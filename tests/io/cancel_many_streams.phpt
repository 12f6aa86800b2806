--TEST--
Cancelling a wait costs the same however many streams are open (D11)
--INI--
memory_limit=512M
--FILE--
<?php
use function Async\{spawn, await, suspend};

/** Nanoseconds of one cancellation: the best of some tries, because other processes may run. */
function cost(): float
{
    for ($best = INF, $try = 0; $try < 10; $try++) {
        $listeners = $tasks = [];
        for ($i = 0; $i < 20; $i++) {
            $listeners[$i] = stream_socket_server('tcp://127.0.0.1:0');
            $tasks[$i] = spawn(fn() => stream_socket_accept($listeners[$i], 60));
        }
        suspend();
        $start = hrtime(true);
        foreach ($tasks as $task) {
            $task->cancel();
        }
        foreach ($tasks as $task) {
            try {
                await($task);
            } catch (Async\AsyncCancellation) {
            }
        }
        $best = min($best, (hrtime(true) - $start) / count($tasks));
    }
    return $best;
}

$few = cost();
$streams = array_map(fn() => fopen('php://memory', 'r'), range(1, 40_000));
$many = cost();
echo $many < $few * 6 ? 'the same' : sprintf('%d ns, then %d ns', $few, $many), "\n";
?>
--EXPECT--
the same
