--TEST--
Functions that wait for the end of a process wait cooperatively and answer as outside a coroutine (P10, P11, D11, IO-09, IO-10)
--EXTENSIONS--
pcntl
posix
--INI--
sendmail_path=sh {PWD}/late_sendmail.inc
error_reporting=24575
--FILE--
<?php
require __DIR__ . '/../io/transparency.inc';

/* The output is closed early, so that the wait is for the end of the process. */
const LATE = 'echo one; echo two; exec >&- 2>&-; sleep 0.3';

function child(string $script = 'sleep 0.3; exit 5'): int
{
    // The resource is kept: a dropped one would take the child's status.
    static $processes = [];
    $processes[] = $process = proc_open(['sh', '-c', $script], [], $pipes);
    return proc_get_status($process)['pid'];
}
transparent([
    'exec' => function () { return [exec(LATE . '; exit 3', $lines, $status), $lines, $status]; },
    'shell_exec' => fn() => shell_exec(LATE),
    'shell_exec without output' => fn() => shell_exec('exec >&-; sleep 0.3'),
    'backticks' => fn() => `echo one; exec >&-; sleep 0.3`,
    'system' => function () { ob_start(); $last = system(LATE . '; exit 4', $status); return [$last, $status, ob_get_clean()]; },
    'passthru' => function () { ob_start(); $value = passthru(LATE . '; exit 5', $status); return [$value, $status, ob_get_clean()]; },
    'popen, read' => function () { $p = popen(LATE . '; exit 6', 'r'); return [fgets($p), stream_get_contents($p), feof($p), pclose($p)]; },
    'exec, late output' => function () { return [exec('echo one; sleep 0.3; echo two; exit 3', $lines, $status), $lines, $status]; },
    'shell_exec, late output' => fn() => shell_exec('sleep 0.3; echo one'),
    'system, late output' => function () { ob_start(); $last = system('sleep 0.3; echo one', $status); return [$last, $status, ob_get_clean()]; },
    'popen, late output' => function () { $p = popen('sleep 0.3; echo one', 'r'); return [fgets($p), fgets($p), pclose($p)]; },
    'popen, write' => function () { $p = popen('read line; sleep 0.3; exit "$line"', 'w'); return [fwrite($p, "7\n"), pclose($p)]; },
    'popen, closed by fclose' => function () { $p = popen('cat >/dev/null; sleep 0.3', 'w'); return fclose($p); },
    'popen, dropped' => function () { $p = popen('cat >/dev/null; sleep 0.3', 'w'); unset($p); return pcntl_waitpid(-1, $status, WNOHANG) <= 0; },
    'pclose of a killed one' => function () { $p = popen('sleep 0.3; kill -9 $$', 'w'); return pclose($p); },
    'pclose of one that has ended' => function () { $p = popen('exit 8', 'r'); stream_get_contents($p); usleep(50000); return pclose($p); },
    'pclose of nothing' => fn() => pclose(fopen('php://memory', 'r')),
    'no such program' => function () { return [exec('/does/not/exist 2>&1', $lines, $status), $status]; },
    'proc_close' => function () { $p = proc_open('sleep 0.3; exit 9', [], $pipes); return proc_close($p); },
    'proc_close with pipes' => function () {
        $p = proc_open(['sh', '-c', LATE . '; exit 10'], [1 => ['pipe', 'w']], $pipes);
        return [stream_get_contents($pipes[1]), proc_close($p)];
    },
    'proc_close of a killed one' => function () {
        // Killed while it waits: valgrind loses a signal that comes during the start of a program.
        $p = proc_open('echo here; read line', [['pipe', 'r'], ['pipe', 'w']], $pipes);
        return [fgets($pipes[1]), proc_terminate($p), proc_close($p)];
    },
    'proc_get_status' => function () {
        $p = proc_open(['sh', '-c', 'exit 11'], [], $pipes);
        while (($status = proc_get_status($p))['running']) {
            usleep(1000);
        }
        unset($status['pid']);
        return [$status, proc_close($p)];
    },
    'proc_open, dropped' => function () {
        $start = hrtime(true);
        $p = proc_open(['sleep', '1'], [], $pipes);
        unset($p);
        return [hrtime(true) - $start < 0.9e9, pcntl_wait($status) > 0];
    },
    'pcntl_waitpid' => function () { $pid = child(); return [pcntl_waitpid($pid, $status) === $pid, $status]; },
    'pcntl_waitpid, -1' => function () { $pid = child(); return [pcntl_waitpid(-1, $status) === $pid, $status]; },
    'pcntl_waitpid, 0' => function () { $pid = child(); return [pcntl_waitpid(0, $status) === $pid, $status]; },
    'pcntl_waitpid, usage' => function () {
        $pid = child();
        return [pcntl_waitpid($pid, $status, 0, $usage) === $pid, $status, array_map('gettype', $usage)];
    },
    'pcntl_waitpid, WNOHANG' => function () { $pid = child(); return [pcntl_waitpid($pid, $status, WNOHANG), $status, pcntl_wait($status) === $pid]; },
    'pcntl_waitpid, stopped' => function () {
        // It stops itself on demand: earlier, proc_get_status() would take the status change.
        $process = proc_open(['sh', '-c', 'read go; kill -STOP $$; exit 12'], [['pipe', 'r']], $pipes);
        $pid = proc_get_status($process)['pid'];
        fwrite($pipes[0], "\n");
        $stopped = [pcntl_waitpid($pid, $status, WUNTRACED) === $pid, pcntl_wifstopped($status), pcntl_wstopsig($status)];
        posix_kill($pid, SIGCONT);
        return [$stopped, pcntl_waitpid($pid, $status) === $pid, pcntl_wexitstatus($status)];
    },
    'pcntl_waitpid, a stranger' => fn() => [pcntl_waitpid(1, $status), pcntl_get_last_error() === PCNTL_ECHILD, $status],
    'pcntl_waitpid, an empty group' => fn() => [pcntl_waitpid(-99999999, $status), pcntl_get_last_error() === PCNTL_ECHILD],
    'pcntl_wait' => function () { $pid = child(); return [pcntl_wait($status) === $pid, $status]; },
    'pcntl_wait, usage' => function () { $pid = child(); return [pcntl_wait($status, 0, $usage) === $pid, $status, count($usage)]; },
    'pcntl_wait without a child' => fn() => [pcntl_wait($status), pcntl_get_last_error() === PCNTL_ECHILD, $status],
    'mail' => fn() => mail('somebody@example.org', 'subject', "text\n"),
]);
?>
--EXPECT--
exec: same
shell_exec: same
shell_exec without output: same
backticks: same
system: same
passthru: same
popen, read: same
exec, late output: same
shell_exec, late output: same
system, late output: same
popen, late output: same
popen, write: same
popen, closed by fclose: same
popen, dropped: same
pclose of a killed one: same
pclose of one that has ended: same
pclose of nothing: same
no such program: same
proc_close: same
proc_close with pipes: same
proc_close of a killed one: same
proc_get_status: same
proc_open, dropped: same
pcntl_waitpid: same
pcntl_waitpid, -1: same
pcntl_waitpid, 0: same
pcntl_waitpid, usage: same
pcntl_waitpid, WNOHANG: same
pcntl_waitpid, stopped: same
pcntl_waitpid, a stranger: same
pcntl_waitpid, an empty group: same
pcntl_wait: same
pcntl_wait, usage: same
pcntl_wait without a child: same
mail: same
