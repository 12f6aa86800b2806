--TEST--
A cancelled job: its worker is told and cleans up, or else killed; a time limit; cancel(), close(), awaitCompletion()
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, AwaitCancelledException, ProcessPool, TimeoutException};
use function Async\{await, delay, spawn, timeout};

$mark = tempnam(sys_get_temp_dir(), 'async');
$await_begin = function () use ($mark) {
    do {
        delay(1);
        clearstatcache();
    } while (filesize($mark) === 0);
    file_put_contents($mark, '');
    delay(20); // the output is there as well
};
$pool = new ProcessPool(function (string $how) use ($mark) {
    echo "$how begins\n";
    $how === 'waits' && file_put_contents($mark, 'x');
    try {
        match ($how) {
            'waits' => delay(60_000),
            default => null,
        };
    } finally {
        echo "$how is over\n";
    }
    return getmypid();
}, workers: 1, grace: 5_000);
$pid = await($pool->submit('first'));

$running = $pool->submit('waits');
$queued = $pool->submit('never begins');
$await_begin();
$queued->cancel();
$running->cancel(new AsyncCancellation('not needed'));
try {
    await($running);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
var_dump($queued->isCancelled(), await($pool->submit('next')) === $pid);

// It does not look for cancellations: it is killed.
$killing = new ProcessPool(function (string $how) {
    if ($how === 'busy') {
        while (true);
    }
    return getmypid();
}, workers: 1, timeout: 300, grace: 100);
$pid = await($killing->submit('pid'));
$start = hrtime(true);
try {
    await($killing->submit('busy'));
} catch (TimeoutException $e) {
    echo $e->getMessage(), ' ', hrtime(true) - $start >= 300e6 ? 'not before' : 'too early', "\n";
}
var_dump(await($killing->submit('pid')) !== $pid);

$queued = [];
for ($i = 0; $i < 3; $i++) {
    $queued[] = $pool->submit('waits');
}
$await_begin();
try {
    $pool->awaitCompletion(timeout(10));
} catch (AwaitCancelledException) {
    echo "not over\n";
}
$pool->cancel(new AsyncCancellation('the end'));
$pool->cancel();
foreach ($queued as $future) {
    try {
        await($future);
    } catch (AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
}
$pool->awaitCompletion();
var_dump($pool->isClosed(), $pool->getWorkerCount());
try {
    $pool->submit('late');
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}

unlink($mark);

// close() lets the jobs end.
$closing = new ProcessPool(function (int $n) { delay(5); return $n; }, workers: 2);
$futures = array_map($closing->submit(...), range(1, 5));
$closing->close();
$closing->close();
$closing->awaitCompletion();
echo implode(' ', array_map(fn($one) => await($one), $futures)), "\n";
?>
--EXPECT--
first begins
first is over
waits begins
not needed
waits is over
next begins
next is over
bool(true)
bool(true)
The job has run for longer than 300 ms not before
bool(true)
waits begins
not over
the end
the end
the end
waits is over
bool(true)
int(0)
The process pool is closed
1 2 3 4 5
