--TEST--
A cancelled wait for a process reaps no process and leaves no zombie; time limits work around all these functions (D11, D34, P5)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await, delay, suspend, timeout};
use Async\AsyncCancellation;

require __DIR__ . '/../inc/child.php';

function child()
{
    global $process;
    $process = proc_open(['sleep', '100'], [], $pipes);
    return proc_get_status($process)['pid'];
}
$calls = [
    'pcntl_waitpid' => fn() => pcntl_waitpid(child(), $status),
    'pcntl_waitpid, -1' => function () { child(); return pcntl_waitpid(-1, $status); },
    'pcntl_waitpid, usage' => fn() => pcntl_waitpid(child(), $status, 0, $usage),
    'pcntl_wait' => function () { child(); return pcntl_wait($status); },
    'proc_close' => fn() => proc_close(proc_open(['sleep', '100'], [], $pipes)),
    'pclose' => fn() => pclose(popen('exec sleep 100', 'w')),
    'pclose, read' => fn() => pclose(popen('exec sleep 100', 'r')),
    'popen, dropped' => function () { $p = popen('exec sleep 100', 'w'); unset($p); usleep(0); return 'went on'; },
    'exec' => fn() => exec('exec >&-; exec sleep 100'),
    'shell_exec' => fn() => shell_exec('exec >&-; exec sleep 100'),
    'system' => fn() => system('exec >&-; exec sleep 100'),
    'passthru' => fn() => passthru('exec >&-; exec sleep 100'),
];
function children(): array
{
    return array_filter(explode(' ', trim(file_get_contents('/proc/thread-self/children'))));
}
function state(string $pid): string
{
    return explode(' ', substr(strrchr(file_get_contents("/proc/$pid/stat"), ')'), 2))[0];
}
foreach ($calls as $name => $call) {
    foreach (['cancelled', 'timed out'] as $how) {
        $caught = null;
        $coroutine = spawn(function () use ($call, &$caught) {
            try {
                $caught = $call();
            } catch (AsyncCancellation $e) {
                $caught = $e;
                throw $e;
            }
        });
        while (count(children()) < 1) {
            suspend();
        }
        delay(5);
        $start = hrtime(true);
        try {
            if ($how === 'cancelled') {
                $coroutine->cancel();
                await($coroutine);
            } else {
                await($coroutine, timeout(1));
            }
        } catch (AsyncCancellation | Async\AwaitCancelledException $e) {
        }
        if ($how !== 'cancelled') {
            $coroutine->cancel();
            try {
                await($coroutine);
            } catch (AsyncCancellation $e) {
            }
        }
        $ms = (hrtime(true) - $start) / 1e6;
        [$pid] = children();
        $alive = state($pid) !== 'Z';
        echo "$name, $how: ", $caught instanceof AsyncCancellation ? 'cancelled' : var_export($caught, true), $alive ? '' : ', child is gone',
            $ms > 5000 ? ", after $ms ms" : '', "\n";
        posix_kill((int) $pid, SIGKILL);
        if (str_starts_with($name, 'p') && strpos($name, 'wait')) {
            // The cancelled wait has not reaped it.
            var_dump(pcntl_waitpid((int) $pid, $status) === (int) $pid);
        } else {
            // Reaped without a call.
            for ($end = hrtime(true) + 20e9; children() && hrtime(true) < $end;) {
                delay(1);
            }
        }
        echo children() ? "zombie left\n" : '';
    }
}
var_dump(Async\stats()['blocked_in_place'], Async\stats()['jobs'], Async\stats()['descriptors']);
?>
--EXPECT--
pcntl_waitpid, cancelled: cancelled
bool(true)
pcntl_waitpid, timed out: cancelled
bool(true)
pcntl_waitpid, -1, cancelled: cancelled
bool(true)
pcntl_waitpid, -1, timed out: cancelled
bool(true)
pcntl_waitpid, usage, cancelled: cancelled
bool(true)
pcntl_waitpid, usage, timed out: cancelled
bool(true)
pcntl_wait, cancelled: cancelled
bool(true)
pcntl_wait, timed out: cancelled
bool(true)
proc_close, cancelled: cancelled
proc_close, timed out: cancelled
pclose, cancelled: cancelled
pclose, timed out: cancelled
pclose, read, cancelled: cancelled
pclose, read, timed out: cancelled
popen, dropped, cancelled: cancelled
popen, dropped, timed out: cancelled
exec, cancelled: cancelled
exec, timed out: cancelled
shell_exec, cancelled: cancelled
shell_exec, timed out: cancelled
system, cancelled: cancelled
system, timed out: cancelled
passthru, cancelled: cancelled
passthru, timed out: cancelled
int(0)
int(0)
int(0)
