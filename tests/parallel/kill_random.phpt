--TEST--
Workers are killed at random: no job is lost, none is run twice unless retries are asked for, descriptors stay flat
--EXTENSIONS--
posix
--SKIPIF--
<?php if (!is_dir('/proc/self/fd')) die('skip counts descriptors in /proc'); ?>
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\{await, delay, spawn};

const JOBS = 400;
$log = tempnam(sys_get_temp_dir(), 'async');
$count = fn() => count(scandir('/proc/self/fd'));
$pool = new ProcessPool(function (int $n) use ($log) {
    file_put_contents($log, "$n\n", FILE_APPEND);
    if ($n % 20 === 7) {
        posix_kill(getmypid(), 9);
    }
    return $n;
}, workers: 3);
await($pool->submit(0));
$before = $count();
$futures = [];
for ($n = 1; $n <= JOBS; $n++) {
    $futures[$n] = $pool->submit($n);
}
$done = $died = 0;
foreach ($futures as $n => $future) {
    try {
        $done += await($future) === $n;
    } catch (WorkerException $e) {
        $died += $e->getSignal() === 9;
    }
}
unset($futures, $future);
$pool->close();
$pool->awaitCompletion();
delay(50);
$runs = array_count_values(file($log, FILE_IGNORE_NEW_LINES));
unlink($log);
echo "$done done, $died died, most runs of one: ", max($runs), ', ', count($runs) - 1, " started\n";
echo $count() <= $before ? 'flat' : 'descriptors: ' . $before . ' -> ' . $count(), "\n";
?>
--EXPECT--
380 done, 20 died, most runs of one: 1, 400 started
flat
