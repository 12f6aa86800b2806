--TEST--
supervise() starts workers again that fail in any way, and leaves those that return
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{delay, spawn, supervise};
require __DIR__ . '/supervise.inc';

final class Guard
{
    public function __destruct() { echo "destructs\n"; }
}
$reports = new Reports;
$log = log_to_file();
$starts = tempnam(sys_get_temp_dir(), 'supervise');
$ends = spawn(function () use ($reports) {
    return $reports->sorted(7);
});
$main = function () use ($reports, $starts, $ends) {
    $guard = new Guard;      // belongs to the supervisor: no worker destructs it
    $status = supervise(3, function (int $worker) use ($reports, $starts) {
        file_put_contents($starts, $worker, FILE_APPEND | LOCK_EX);
        $try = substr_count(file_get_contents($starts), (string) $worker);
        $reports->say("worker $worker, try $try");
        if ($worker === 0) {
            return;
        }
        ini_set('display_errors', '0');
        switch ($worker * 10 + $try) {
            case 11:
                exit(3);
            case 12:
                posix_kill(getmypid(), SIGKILL);
            case 21:
                throw new Exception('not caught');
            case 22:
                spawn(fn() => trigger_error('fatal', E_USER_ERROR));
                delay(10000);
        }
    }, backoff: 1, maxBackoff: 20);
    echo "status $status\n";
};
$main();
print_r(Async\await($ends));
unlink($starts);
$lines = explode("\n", rtrim($log()));
sort($lines);
echo implode("\n", preg_replace('/in \d+ ms/', 'in N ms', $lines)), "\n";
?>
--EXPECT--
status 0
destructs
Array
(
    [0] => worker 0, try 1
    [1] => worker 1, try 1
    [2] => worker 1, try 2
    [3] => worker 1, try 3
    [4] => worker 2, try 1
    [5] => worker 2, try 2
    [6] => worker 2, try 3
)
Async\supervise(): worker 1 (process N) has ended with exit status 3; it starts again in N ms
Async\supervise(): worker 1 (process N) has ended with signal 9; it starts again in N ms
Async\supervise(): worker 2 (process N) has ended with exit status 255; it starts again in N ms
Async\supervise(): worker 2 (process N) has ended with exit status 255; it starts again in N ms
