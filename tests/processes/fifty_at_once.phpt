--TEST--
Fifty coroutines that each wait for a process of their own wait at the same time; no zombie is left (P11, IO-09, IO-10)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await};

function fifty(string $name, Closure $call): void
{
    $start = hrtime(true);
    $coroutines = [];
    for ($i = 0; $i < 50; $i++) {
        $coroutines[] = spawn($call, $i);
    }
    $right = 0;
    foreach ($coroutines as $i => $coroutine) {
        $right += await($coroutine) === $i;
    }
    $seconds = (hrtime(true) - $start) / 1e9;
    // One after the other 50 s, two at a time 25.
    echo "$name: $right ", $seconds >= 1 && $seconds < 20 ? 'together' : "in $seconds s", "\n";
}
fifty('pclose', function ($i) {
    $p = popen("sleep 1; exit $i", 'w');
    return pclose($p);
});
fifty('proc_close', function ($i) {
    $p = proc_open(['sh', '-c', "sleep 1; exit $i"], [], $pipes);
    return proc_close($p);
});
fifty('exec', function ($i) {
    exec("exec >&-; sleep 1; exit $i", $lines, $status);
    return $status;
});
fifty('pcntl_waitpid', function ($i) {
    $p = proc_open(['sh', '-c', "sleep 1; exit $i"], [], $pipes);
    $pid = proc_get_status($p)['pid'];
    return pcntl_waitpid($pid, $status) === $pid ? pcntl_wexitstatus($status) : -1;
});
$statuses = $processes = [];
fifty('pcntl_wait', function ($i) use (&$statuses, &$processes) {
    // Dropped, the resource would take the status if it can.
    $processes[] = proc_open(['sh', '-c', "sleep 1; exit $i"], [], $pipes);
    pcntl_wait($status);
    $statuses[] = pcntl_wexitstatus($status);
    return $i;
});
sort($statuses);
var_dump($statuses === range(0, 49));
var_dump(pcntl_wait($status), pcntl_get_last_error() === PCNTL_ECHILD);
var_dump(Async\stats()['blocked_in_place'], Async\stats()['jobs'], Async\stats()['descriptors']);
?>
--EXPECT--
pclose: 50 together
proc_close: 50 together
exec: 50 together
pcntl_waitpid: 50 together
pcntl_wait: 50 together
bool(true)
int(-1)
bool(true)
int(0)
int(0)
int(0)
