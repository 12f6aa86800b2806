--TEST--
supervise() waits twice as long after each further failure, and begins anew when a worker has run for the settle time
--FILE--
<?php
use function Async\{await, delay, spawn, supervise};
require __DIR__ . '/supervise.inc';

$reports = new Reports;
$log = log_to_file();
$tries = spawn(function () use ($reports) {
    for ($n = 0; $n < 6; $n++) {
        $times[] = (int) $reports->next();
    }
    return $times;
});
$starts = tempnam(sys_get_temp_dir(), 'supervise');
echo supervise(1, function () use ($reports, $starts) {
    $reports->say((string) (hrtime(true) / 1e6));
    file_put_contents($starts, 'x', FILE_APPEND);
    $try = filesize($starts);
    if ($try === 6) {
        return;
    }
    if ($try === 5) {
        delay(2500);         // longer than the settle time
    }
    exit(1);
}, backoff: 50, maxBackoff: 150, settleTime: 2000), "\n";
$times = await($tries);
foreach ([50, 100, 150, 150, 2550] as $i => $least) {
    $passed = $times[$i + 1] - $times[$i];
    echo $least, $passed >= $least ? ' ok' : " too early: $passed", "\n";
}
preg_match_all('/in (\d+) ms/', $log(), $pauses);
echo implode(' ', $pauses[1]), "\n";

echo "-- restartAlways\n";
file_put_contents($starts, '');
$supervisor = spawn(supervise(...), 1, function () use ($starts, $reports) {
    file_put_contents($starts, 'x', FILE_APPEND);
    $reports->say((string) filesize($starts));
}, backoff: 1, restartAlways: true);
for ($i = 0; $i < 4; $i++) {
    echo $reports->next(), "\n";
}
$supervisor->cancel();
try {
    await($supervisor);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
unlink($starts);
?>
--EXPECT--
0
50 ok
100 ok
150 ok
150 ok
2550 ok
50 100 150 150 50
-- restartAlways
1
2
3
4
cancelled
