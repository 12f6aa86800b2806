--TEST--
The signal of async.dump_signal, sent to the supervisor, prints the dumps of all its workers
--EXTENSIONS--
pcntl
posix
--INI--
async.dump_signal=USR2
async.dump_file={TMP}/supervise-dump-%p.txt
--FILE--
<?php
use function Async\{delay, spawn, supervise};
require __DIR__ . '/supervise.inc';

$file = fn(int $pid) => str_replace('%p', (string) $pid, ini_get('async.dump_file'));
$reports = new Reports;
spawn(function () use ($reports, $file) {
    foreach ($reports->sorted(2) as $line) {
        [$worker, $pid] = explode(' ', $line);
        $files["worker $worker"] = $file((int) $pid);
    }
    $files['main'] = $file(getmypid());
    posix_kill(getmypid(), SIGUSR2);
    foreach ($files as $name => $path) {
        // The last line of a dump is about extensions.
        if (!becomes(fn() => str_contains((string) @file_get_contents($path), 'Extensions'))) {
            echo "no dump of $name\n";
            continue;
        }
        preg_match("/^  #\d+ $name(?=,)/m", file_get_contents($path), $line);
        echo preg_replace('/#\d+/', '#N', $line[0] ?? "$name is not in its dump"), "\n";
        unlink($path);
    }
    posix_kill(getmypid(), SIGTERM);
});
$status = supervise(2, function (int $worker) use ($reports) {
    $reports->say("$worker " . getmypid());
    delay(1_000_000);
});
echo "status $status\n";
?>
--EXPECT--
  #N worker 0
  #N worker 1
  #N main
status 0
