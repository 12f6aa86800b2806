--TEST--
While the loop sleeps no warning comes and the helper thread does not wake up; afterwards it watches again
--INI--
async.max_activity_interval=100
--SKIPIF--
<?php if (!is_dir('/proc/self/task')) die('skip counts the wake-ups of threads in /proc'); ?>
--FILE--
<?php
use function Async\{spawn, suspend, delay};

/** Voluntary context switches of all threads but the main one. */
function wake_ups(): int
{
    $sum = 0;
    foreach (array_diff(scandir('/proc/self/task'), ['.', '..', getmypid()]) as $task) {
        $status = file_get_contents("/proc/self/task/$task/status");
        $sum += (int) preg_replace('/.*^voluntary_ctxt_switches:\s*(\d+).*/ms', '$1', $status);
    }
    return $sum;
}

$warnings = 0;
set_error_handler(function () use (&$warnings) { return (bool) ++$warnings; });
spawn(fn() => delay(3000));
$before = wake_ups();
suspend();
$warnings = 0;
delay(1000);
usleep(1_000_000);
$while_idle = $warnings;
$more = wake_ups() - $before;
// Checks all the time would give 80.
var_dump($while_idle, $more < 16 ?: $more);
$warnings = 0;
suspend();
for ($end = hrtime(true) + 30e9; !$warnings && hrtime(true) < $end;);
var_dump($warnings);
?>
--EXPECT--
int(0)
bool(true)
int(1)
