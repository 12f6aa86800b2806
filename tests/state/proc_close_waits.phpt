--TEST--
proc_close() in which a user filter suspends returns the right exit status, although others close processes meanwhile (CO-04)
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

class slow_close extends php_user_filter {
    function filter($in, $out, &$consumed, bool $closing): int {
        return PSFS_PASS_ON;
    }
    function onClose(): void {
        suspend();
        suspend();
    }
}
stream_filter_register('slow_close', 'slow_close');

$a = spawn(function () {
    $process = proc_open(['sh', '-c', 'exit 3'], [['pipe', 'r']], $pipes);
    stream_filter_append($pipes[0], 'slow_close', STREAM_FILTER_WRITE);
    return proc_close($process);
});
$b = spawn(function () {
    $process = popen('exit 4', 'r');
    return pclose($process);
});
var_dump(await($a), await($b));

echo "-- a process that is only dropped is not waited for\n";
$c = spawn(function () {
    $process = popen('exit 5', 'w');
    stream_filter_append($process, 'slow_close', STREAM_FILTER_WRITE);
    return pclose($process);
});
suspend();
$start = hrtime(true);
$process = proc_open(['sleep', '20'], [], $pipes);
$pid = proc_get_status($process)['pid'];
unset($process);
var_dump(hrtime(true) - $start < 10e9);
posix_kill($pid, 9);
var_dump(await($c));
?>
--EXTENSIONS--
posix
--EXPECT--
int(3)
int(4)
-- a process that is only dropped is not waited for
bool(true)
int(5)
