--TEST--
What a worker prints after its last job arrives line by line, and the end of the pool waits for it no longer than for grace
--FILE--
<?php
use Async\ProcessPool;
use function Async\{await, delay, spawn};

/* The job leaves a coroutine behind whose end prints. */
function leaves(string $text): string
{
    spawn(function () use ($text) {
        try {
            delay(60_000);
        } finally {
            echo $text;
        }
    });
    delay(1);
    return 'returned';
}

function close(ProcessPool $pool): void
{
    $pool->close();
    $pool->awaitCompletion();
}

/* What was printed since the last call. The buffer is opened before the first async call. */
ob_start();
function printed(): string
{
    $text = ob_get_contents();
    ob_clean();
    return $text;
}

$pool = new ProcessPool('leaves', 1);
await($pool->submit("first\n"));
await($pool->submit("last, \nwithout an end"));
close($pool);
$shown[] = printed();

// More than a pipe has room for.
$pool = new ProcessPool('leaves', 1);
$line = str_repeat('x', 99);
await($pool->submit(str_repeat("$line\n", 3000)));
close($pool);
$shown[] = printed() === str_repeat("$line\n", 3000) ? "all of it\n" : "WRONG\n";

// Workers that are replaced.
$pool = new ProcessPool('leaves', 2, maxJobs: 1);
array_map(Async\await(...), array_map(fn($n) => $pool->submit("of worker $n\n"), range(1, 6)));
close($pool);
$lines = explode("\n", trim(printed()));
sort($lines);
$shown[] = implode(', ', $lines) . "\n";

// A worker that goes on, and a process that keeps its output open.
$pool = new ProcessPool(function () {
    spawn(function () {
        try {
            delay(60_000);
        } finally {
            echo "said before\n";
            for ($end = hrtime(true) + 4e9; hrtime(true) < $end;);
        }
    });
    delay(1);
}, 1, grace: 1500);
await($pool->submit());
$begin = hrtime(true);
close($pool);
$took = (hrtime(true) - $begin) / 1e6;
$shown[] = printed();
$shown[] = $took >= 1499 && $took < 40_000 ? "ended by grace\n" : "after $took ms\n";
$pool = new ProcessPool(fn() => exec('sleep 60 >/dev/null & echo $!'), 1, grace: 50_000);
$pid = (int) await($pool->submit());
try {
    $begin = hrtime(true);
    close($pool);
    $shown[] = (hrtime(true) - $begin) / 1e6 < 40_000 ? "ended with the worker\n" : "WRONG\n";
} finally {
    exec("kill $pid");
}
ob_end_clean();
echo implode("\n", $shown);

// A pool that is dropped.
$pool = new ProcessPool('leaves', 1);
await($pool->submit("of the dropped one\n"));
unset($pool);
?>
--EXPECT--
first
last, 
without an end
all of it

of worker 1, of worker 2, of worker 3, of worker 4, of worker 5, of worker 6

said before

ended by grace

ended with the worker
of the dropped one
