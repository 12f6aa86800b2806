--TEST--
SIGINT and SIGHUP do nothing to a worker of supervise() whose program has ended, too: its end is no failure
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, supervise};
require __DIR__ . '/supervise.inc';

/** Its close() is the last code of a worker: streams that several variables hold are closed after the modules end. */
final class Late
{
    public static ?Reports $reports = null;
    public static int $signal = 0;
    public $context;

    public function stream_open(): bool { return true; }
    public function stream_close(): void
    {
        if (getmypid() !== SUPERVISOR) {
            Late::$reports->say(getmypid() . ' ' . Late::$signal);
            usleep(200_000);
        }
    }
}
define('SUPERVISOR', getmypid());
Late::$reports = $reports = new Reports;
stream_wrapper_register('late', 'Late');
$one = $other = fopen('late://', 'r');
$log = log_to_file();
spawn(function () use ($reports) {
    for ($i = 0; $i < 2; $i++) {
        [$pid, $signal] = explode(' ', $reports->next());
        posix_kill((int) $pid, (int) $signal);
    }
});
$status = supervise(2, function (int $worker) {
    Late::$signal = $worker === 0 ? SIGINT : SIGHUP;
}, backoff: 1);
echo "status $status, log: '", $log(), "'\n";
?>
--EXPECT--
status 0, log: ''
