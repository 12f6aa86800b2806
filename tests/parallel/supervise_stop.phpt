--TEST--
SIGTERM to the supervisor stops its workers in order: main is cancelled, other coroutines end, the rest is killed
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn, supervise};
require __DIR__ . '/supervise.inc';

$reports = new Reports;
register_shutdown_function(fn() => $reports->say('shutdown function'));
$signal = fn(int $signal, int $lines, ?Closure $then = null) => spawn(function () use ($signal, $lines, $then, $reports) {
    $reports->sorted($lines);
    posix_kill(getmypid(), $signal);
    $then && $then();
});

foreach (['SIGTERM' => SIGTERM, 'SIGINT' => SIGINT] as $name => $number) {
    echo "-- $name\n";
    $signal($number, 2);
    echo 'status ', supervise(2, function (int $worker) use ($reports) {
        $stops = false;
        spawn(function () use ($worker, $reports, &$stops) {
            while (!$stops) {
                delay(5);
            }
            delay(50);
            $reports->say("the other coroutine of worker $worker ends");
        });
        try {
            $reports->say("worker $worker");
            delay(1_000_000);
        } finally {
            $stops = true;
            $reports->say("worker $worker stops");
        }
    }), "\n";
    echo implode("\n", $reports->sorted(6)), "\n";
}

echo "-- a worker that main has left to its coroutines\n";
$signal(SIGTERM, 1);
echo 'status ', supervise(1, function () use ($reports) {
    spawn(function () use ($reports) {
        try {
            $reports->say('begins');
            delay(1_000_000);
        } finally {
            $reports->say('cancelled');
        }
    });
}), "\n";
echo implode("\n", $reports->sorted(2)), "\n";

echo "-- a second signal cancels all coroutines\n";
$signal(SIGTERM, 1, function () use ($reports) {
    echo $reports->next(), "\n";
    posix_kill(getmypid(), SIGTERM);
});
$status = supervise(1, function () use ($reports) {
    $job = spawn(function () use ($reports) {
        try {
            delay(1_000_000);
        } finally {
            $reports->say('the job is cancelled');
        }
    });
    try {
        $reports->say('begins');
        await($job);
    } catch (Async\AsyncCancellation $e) {
        $reports->say($e->getMessage());
    }
}, gracePeriod: 20_000);
echo "status $status\n";
echo implode("\n", $reports->sorted(2)), "\n";

echo "-- workers that do not stop\n";
$log = log_to_file();
$signal(SIGTERM, 2);
$start = hrtime(true);
echo 'status ', supervise(2, function (int $worker) use ($reports) {
    $reports->say("worker $worker");
    while ($worker === 0) {
        // Only the kernel can end this.
    }
    Async\protect(fn() => delay(1_000_000));
}, gracePeriod: 200), "\n";
$lines = explode("\n", $log());
sort($lines);
echo implode("\n", $lines), "\n";
var_dump(hrtime(true) - $start >= 200e6);

echo "-- the caller is cancelled\n";
$supervisor = spawn(supervise(...), 1, function () use ($reports) {
    try {
        $reports->say((string) getmypid());
        delay(1_000_000);
    } finally {
        $reports->say('stops');
    }
});
$worker = (int) $reports->next();
$supervisor->cancel();
try {
    await($supervisor);
} catch (Async\AsyncCancellation) {
    echo $reports->next(), "\n", $reports->next(), "\n";
    var_dump(exists($worker));
}
?>
--EXPECT--
-- SIGTERM
status 0
shutdown function
shutdown function
the other coroutine of worker 0 ends
the other coroutine of worker 1 ends
worker 0 stops
worker 1 stops
-- SIGINT
status 0
shutdown function
shutdown function
the other coroutine of worker 0 ends
the other coroutine of worker 1 ends
worker 0 stops
worker 1 stops
-- a worker that main has left to its coroutines
status 0
cancelled
shutdown function
-- a second signal cancels all coroutines
The worker has to stop
status 0
shutdown function
the job is cancelled
-- workers that do not stop
status 1

Async\supervise(): worker 0 (process N) has not stopped within 200 ms and is killed
Async\supervise(): worker 1 (process N) has not stopped within 200 ms and is killed
bool(true)
-- the caller is cancelled
stops
shutdown function
bool(false)
