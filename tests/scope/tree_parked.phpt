--TEST--
A tree of started coroutines is cancelled in linear time, each coroutine once (SH-06, CN-15, P2, P8)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('thousands of stacks');
?>
--INI--
memory_limit=1G
--FILE--
<?php
use Async\{Scope, AsyncCancellation};
use function Async\{suspend, delay};

/** Processor time of this process in nanoseconds: the clock would also count other processes. */
function cpu_time(): int
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1000;
}
function measure(int $scopes, int $each): float
{
    $root = new Scope;
    $all = [$root];
    $caught = 0;
    for ($i = 1; $i < $scopes; $i++) $all[] = Scope::inherit($all[intdiv($i - 1, 3)]);
    $body = function () use (&$caught) { try { delay(1000000); } catch (AsyncCancellation $e) { $caught++; throw $e; } };
    foreach ($all as $scope) for ($i = 0; $i < $each; $i++) $scope->spawn($body);
    suspend();
    $start = cpu_time();
    $root->cancel();
    $root->awaitAfterCancellation();
    $time = cpu_time() - $start;
    if ($caught !== $scopes * $each) die("$caught caught\n");
    return $time / $caught;
}
measure(30, 20);
$small = min(measure(30, 20), measure(30, 20), measure(30, 20));
$large = min(measure(300, 20), measure(300, 20));
echo $large < 20 * $small ? "linear\n" : sprintf("%d ns each, in a tree a tenth the size %d ns\n", $large, $small);
?>
--EXPECT--
linear
