--TEST--
What the coroutines that a job has left behind print in an idle worker arrives at once, and at the end of the script as well
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\{ProcessPool, Scope};
use function Async\{await, delay};

$mark = __DIR__ . '/idle_output.mark';
@unlink($mark);

function leave(string $what): void
{
    global $scope, $mark;
    $scope = new Scope;
    match ($what) {
        'prints' => $scope->spawn(function () use ($mark) {
            delay(5);
            echo "printed in an idle worker\n";
            touch($mark);
        }),
        'fails' => $scope->spawn(function () {
            delay(1);
            throw new Exception('only');
        }),
        'fails twice' => array_map(fn($name) => $scope->spawn(function () use ($name) {
            delay(5);
            throw new Exception($name);
        }), ['first', 'second']),
    };
}

$pool = new ProcessPool(leave(...), workers: 1);
await($pool->submit('prints'));
while (!file_exists($mark)) {
    delay(1);
    clearstatcache();
}
delay(1);
echo "the parent goes on\n";

// The worker ends of them.
await($pool->submit('fails twice'));
for ($i = 0; $i < 5000 && $pool->getWorkerCount() > 0; $i++) {
    delay(1);
}
delay(20);
echo $pool->getWorkerCount(), " workers\n";

await($pool->submit('fails'));
delay(50);
echo "the script ends\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/idle_output.mark');
?>
--EXPECTF--
printed in an idle worker
the parent goes on

Fatal error: Uncaught Exception: first in %s:%d
Stack trace:
#0 %A
  thrown in %s on line %d
0 workers
the script ends

Fatal error: Uncaught Exception: only in %s:%d
Stack trace:
#0 %A
  thrown in %s on line %d
