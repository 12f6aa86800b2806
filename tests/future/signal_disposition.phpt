--TEST--
The signal's disposition is restored when its last future is released, cancelled or complete (TM-07, D32)
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\{signal, await, spawn, suspend};

// Does the process handle the signal: SigCgt, SigIgn of /proc/self/status.
function handled(int $signal): string {
    $status = file_get_contents('/proc/self/status');
    return is_in($status, 'SigCgt', $signal) ? 'caught' : (is_in($status, 'SigIgn', $signal) ? 'ignored' : 'default');
}
function is_in(string $status, string $name, int $signal): bool {
    preg_match("~^$name:\s*([0-9a-f]+)~m", $status, $m);
    return (bool) (hexdec(substr($m[1], -8)) & (1 << ($signal - 1)));
}
echo 'before: ', handled(SIGWINCH), "\n";
$a = signal(SIGWINCH);
$b = signal(SIGWINCH);
echo 'two: ', handled(SIGWINCH), "\n";
$a->cancel();
echo 'one cancelled: ', handled(SIGWINCH), "\n";
unset($b);
echo 'the other dropped: ', handled(SIGWINCH), "\n";
$a = signal(SIGWINCH);
posix_kill(getmypid(), SIGWINCH);
await($a);
echo 'delivered: ', handled(SIGWINCH), "\n";
pcntl_signal(SIGWINCH, SIG_IGN);
$a = signal(SIGWINCH);
echo 'ignored before: ', handled(SIGWINCH);
unset($a);
echo ', given back: ', handled(SIGWINCH), "\n";
?>
--EXPECT--
before: default
two: caught
one cancelled: caught
the other dropped: default
delivered: default
ignored before: caught, given back: ignored
