--TEST--
SIGHUP to the supervisor replaces the workers one after the other: all others serve meanwhile
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{delay, spawn, supervise};
require __DIR__ . '/supervise.inc';

const WORKERS = 3;
/* Far longer than the start of a worker, so that its report comes before the next worker stops. */
define('SETTLE_MS', getenv('ASYNC_TEST_TOOL') ? 3000 : 400);
$reports = new Reports;
$log = log_to_file();
$version = tempnam(sys_get_temp_dir(), 'supervise');
file_put_contents($version, 'v1');

spawn(function () use ($reports, $version) {
    echo implode(', ', $reports->sorted(WORKERS)), "\n";
    file_put_contents($version, 'v2');
    posix_kill(getmypid(), SIGHUP);
    $running = $least = WORKERS;
    for ($replaced = []; count($replaced) < WORKERS;) {
        $line = $reports->next();
        if (str_ends_with($line, 'stops')) {
            $least = min($least, --$running);
        } else {
            $running++;
            $replaced[] = $line;
        }
    }
    sort($replaced);
    echo implode(', ', $replaced), "; at least $least ran\n";

    echo "-- another reload while one goes on; the new code fails once\n";
    file_put_contents($version, 'fails');
    posix_kill(getmypid(), SIGHUP);
    echo $reports->next(), "\n";
    [$line, $pid] = explode(', process ', $reports->next());
    echo $line, "\n";
    becomes(fn() => !exists((int) $pid)) || print("it goes on\n");
    file_put_contents($version, 'v3');
    posix_kill(getmypid(), SIGHUP);
    $started = 0;
    while ($started < WORKERS) {
        $started += str_ends_with($reports->next(), 'starts v3');
    }
    echo "all have v3\n";
    posix_kill(getmypid(), SIGTERM);
});
$status = supervise(WORKERS, function (int $worker) use ($reports, $version) {
    $mine = file_get_contents($version);
    $reports->say("worker $worker starts $mine" . ($mine === 'fails' ? ', process ' . getmypid() : ''));
    if ($mine === 'fails') {
        exit(4);
    }
    try {
        delay(1_000_000);
    } finally {
        $reports->say("worker $worker stops");
    }
}, backoff: 300, settleTime: SETTLE_MS);
echo "status $status\n";
unlink($version);
echo preg_match_all('/^Async\\\\supervise\(\): worker \d \(process N\) has ended with exit status 4; it starts again in 300 ms$/m', $log())
    > 0 ? "the failure was logged\n" : '';
?>
--EXPECT--
worker 0 starts v1, worker 1 starts v1, worker 2 starts v1
worker 0 starts v2, worker 1 starts v2, worker 2 starts v2; at least 2 ran
-- another reload while one goes on; the new code fails once
worker 0 stops
worker 0 starts fails
all have v3
status 0
the failure was logged
