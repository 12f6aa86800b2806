--TEST--
Jobs with streams whose workers are killed at random: a retried job has its streams, and descriptors stay flat
--EXTENSIONS--
posix
--SKIPIF--
<?php if (!is_dir('/proc/self/fd')) die('skip counts descriptors in /proc'); ?>
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\{await, delay};

const JOBS = 600;
$count = fn() => count(scandir('/proc/self/fd'));
$marks = tempnam(sys_get_temp_dir(), 'async');
$pool = new ProcessPool(function (int $n, $stream, $file) use ($marks, $count) {
    if ($n % 40 === 7 && !is_file("$marks-$n")) {
        touch("$marks-$n");
        posix_kill(getmypid(), 9);
    }
    fwrite($stream, "$n");
    fclose($stream);
    return $n === 0 || $n > JOBS - 20 ? $count() : 0;
}, workers: 2, retries: 1);
$first = 0;
$right = $died = $most = 0;
$round = function (int $n) use ($pool, $marks, &$right, &$died, &$first, &$most) {
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $job = $pool->submit($n, $there, fopen('/dev/null', 'r'));
    fclose($there);
    $right += stream_get_contents($here) === "$n";
    $most = max($most, await($job));
    $n > 0 || $first = $most;
    if (is_file("$marks-$n")) {
        $died++;
        unlink("$marks-$n");
    }
};
$round(0);
$begin = $count();
foreach (array_chunk(range(1, JOBS), 3) as $numbers) {
    array_map(fn($n) => await(Async\spawn($round, $n)), $numbers);
}
$pool->close();
$pool->awaitCompletion();
delay(50);
unlink($marks);
echo "$right right, $died died\n";
echo $count() <= $begin ? 'flat' : "$begin -> " . $count(), ' ', $most <= $first + 8 ? 'flat' : "$first -> $most", "\n";
?>
--EXPECT--
601 right, 15 died
flat flat
