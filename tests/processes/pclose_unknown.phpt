--TEST--
pclose() of processes from before the first async call: many at once; when cancelled they are reaped without delaying the end (D11, D34, IO-10)
--EXTENSIONS--
posix
--FILE--
<?php
use Async\AsyncCancellation;

use function Async\{await, delay, spawn};

require __DIR__ . '/../inc/child.php';

function children(): array
{
    return array_filter(explode(' ', trim(file_get_contents('/proc/thread-self/children'))));
}
function until(Closure $condition): void
{
    for ($end = hrtime(true) + 30e9; !$condition() && hrtime(true) < $end;) {
        delay(1);
    }
}
// They end at the end of their input, and then on demand.
$pipes = [];
for ($i = 0; $i < 6; $i++) {
    $pipes[] = popen('cat >/dev/null; kill -STOP $$; exit 3', 'w');
}
$stopped = fn() => count(array_filter(children(), fn($pid) => preg_match('/\) T/', file_get_contents("/proc/$pid/stat"))));
$closers = [];
while ($pipes) {
    $closers[] = spawn(function () use (&$pipes) {
        return pclose(array_pop($pipes));
    });
    Async\suspend();
}
until(fn() => $stopped() === 6);
echo $stopped(), " are closed\n";
echo await(spawn(fn() => gethostbyname('localhost'))), "\n";
for ($i = 0; $i < 3; $i++) {
    $closers[$i]->cancel();
    try {
        await($closers[$i]);
    } catch (AsyncCancellation) {
        echo "cancelled\n";
    }
}
echo count(children()), " children\n";
foreach (children() as $pid) {
    posix_kill((int) $pid, SIGCONT);
}
for (; $i < 6; $i++) {
    echo 'status ', await($closers[$i]), "\n";
}
until(fn() => !children());
echo count(children()), " children\n";
until(fn() => Async\stats()['jobs'] === 0);
echo Async\stats()['jobs'], " jobs, ", Async\stats()['blocked_in_place'], " blocked in place\n";
// At the end of the process.
[$output, $status] = run_php('
    $pipe = popen("exec sleep 100 >/dev/null 2>&1", "w");
    $closer = Async\spawn(fn() => pclose($pipe));
    Async\suspend();
    $closer->cancel();
    echo trim(file_get_contents("/proc/thread-self/children"));
');
posix_kill((int) $output, SIGKILL);
echo ctype_digit($output) ? 'left' : $output, ", status $status\n";
?>
--EXPECT--
6 are closed
127.0.0.1
cancelled
cancelled
cancelled
6 children
status 3
status 3
status 3
0 children
0 jobs, 0 blocked in place
left, status 0
