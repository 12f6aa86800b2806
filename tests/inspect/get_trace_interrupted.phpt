--TEST--
Signal handlers that run, suspend and throw in the middle of getTrace() harm neither coroutine (TL-07, D32)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, suspend};

function secret(#[SensitiveParameter] $a, #[SensitiveParameter] $b, #[SensitiveParameter] $c, int $depth)
{
    if ($depth > 0) return secret($a, $b, $c, $depth - 1);
    while (!$GLOBALS['stop']) suspend();
    return 'unharmed';
}
// Where a signal handler throws, stock PHP 8.2 leaks temporary values of the interrupted expression.
@ini_set('report_memleaks', '0');
$stop = false;
$other = spawn('secret', 1, 2, 3, 20);
suspend();
$handled = $thrown = $wrong = 0;
$armed = false;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled, &$armed) {
    $handled++;
    suspend();
    if ($armed && $handled % 2) {
        $armed = false;
        throw new LogicException('from a handler');
    }
});
$parent = getmypid();
$child = pcntl_fork();
if ($child === 0) {
    for ($i = 0; $i < 100_000; $i++) {
        posix_kill($parent, SIGUSR1);
        time_nanosleep(0, 20_000);
        if (posix_getppid() !== $parent) break;
    }
    posix_kill(getmypid(), SIGKILL);
}
for ($end = hrtime(true) + 30e9; $handled < 300 && hrtime(true) < $end;) {
    try {
        $armed = true;
        // 21 calls and suspend(); none while it runs.
        if (!in_array(count($other->getTrace()), [0, 22])) $wrong++;
        $armed = false;
    } catch (LogicException) {
        $thrown++;
    }
}
posix_kill($child, SIGKILL);
pcntl_waitpid($child, $status);
pcntl_async_signals(false);
var_dump($handled >= 300, $thrown > 0, $wrong);
$stop = true;
echo Async\await($other), "\n";
?>
--EXPECT--
bool(true)
bool(true)
int(0)
unharmed
