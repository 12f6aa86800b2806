--TEST--
What the coroutines that a job has left behind print in an idle worker arrives at once, and at the end of the script as well
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
// The end of a script waits 50 ms for its workers.
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip a worker needs longer for its end under valgrind');
?>
--FILE--
<?php
use Async\{ProcessPool, Scope};
use function Async\{await, delay};

// What has arrived in the parent.
$arrived = '';
ob_start(function (string $text) use (&$arrived) {
    $arrived .= $text;
    return $text;
}, 1);

function leave(string $what): void
{
    global $scope;
    $scope = new Scope;
    match ($what) {
        'prints' => $scope->spawn(function () {
            delay(5);
            echo "printed in an idle worker\n";
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
for ($i = 0; $i < 60000 && $arrived === ''; $i++) {
    delay(1);
}
echo "the parent goes on\n";

// The worker ends of them.
await($pool->submit('fails twice'));
for ($i = 0; $i < 60000 && $pool->getWorkerCount() > 0; $i++) {
    delay(1);
}
delay(20);
echo $pool->getWorkerCount(), " workers\n";

await($pool->submit('fails'));
delay(50);
echo "the script ends\n";
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
