--TEST--
Fifty coroutines each wait for their own process at the same time; no zombie process is left (P11, IO-09, IO-10)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await};

$go = sys_get_temp_dir() . '/async-fifty-' . getmypid();
posix_mkfifo($go, 0600);
/** The processes wait until the last one has been started: one after the other, they would never end. */
function fifty(string $name, Closure $call): void
{
    global $go;
    $started = 0;
    $coroutines = [];
    for ($i = 0; $i < 50; $i++) {
        $coroutines[] = spawn(function () use ($call, $i, &$started) {
            $started++;
            return $call($i);
        });
    }
    while ($started < 50) {
        Async\delay(5);
    }
    $fifo = fopen($go, 'r+');
    fwrite($fifo, str_repeat("\n", 50));
    $right = 0;
    foreach ($coroutines as $i => $coroutine) {
        $right += await($coroutine) === $i;
    }
    echo "$name: $right together\n";
}
fifty('pclose', function ($i) {
    $p = popen("read line <$GLOBALS[go]; exit $i", 'w');
    return pclose($p);
});
fifty('proc_close', function ($i) {
    $p = proc_open(['sh', '-c', "read line <$GLOBALS[go]; exit $i"], [], $pipes);
    return proc_close($p);
});
fifty('exec', function ($i) {
    exec("exec >&-; read line <$GLOBALS[go]; exit $i", $lines, $status);
    return $status;
});
fifty('pcntl_waitpid', function ($i) {
    $p = proc_open(['sh', '-c', "read line <$GLOBALS[go]; exit $i"], [], $pipes);
    $pid = proc_get_status($p)['pid'];
    return pcntl_waitpid($pid, $status) === $pid ? pcntl_wexitstatus($status) : -1;
});
$statuses = $processes = [];
fifty('pcntl_wait', function ($i) use (&$statuses, &$processes) {
    // A dropped resource would take the status if it can.
    $processes[] = proc_open(['sh', '-c', "read line <$GLOBALS[go]; exit $i"], [], $pipes);
    pcntl_wait($status);
    $statuses[] = pcntl_wexitstatus($status);
    return $i;
});
sort($statuses);
var_dump($statuses === range(0, 49));
var_dump(pcntl_wait($status), pcntl_get_last_error() === PCNTL_ECHILD);
var_dump(Async\stats()['blocked_in_place'], Async\stats()['jobs'], Async\stats()['descriptors']);
unlink($go);
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
