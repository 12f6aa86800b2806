--TEST--
A tree of 100,000 coroutines in 1,000 scopes is cancelled in linear time and without C recursion (SH-06, CN-15, D18)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('100,000 coroutines are too many');
?>
--INI--
memory_limit=1G
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

/** Processor time of this process in nanoseconds. */
function processor(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e9 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1e3;
}

/** Nanoseconds of the cancellation, for each coroutine. */
function measure(int $scopes): float
{
    $root = new Scope;
    $all = [$root];
    $body = fn() => 1;
    for ($i = 1; $i < $scopes; $i++) $all[] = Scope::inherit($all[intdiv($i - 1, 3)]);
    foreach ($all as $scope) for ($i = 0; $i < 100; $i++) $scope->spawn($body);
    $start = processor();
    $root->cancel();
    suspend();
    $time = processor() - $start;
    foreach ($all as $scope) {
        if (!$scope->isCancelled() || !$scope->isFinished() || $scope->getCoroutines()) die("not all of it\n");
    }
    return $time / $scopes / 100;
}
measure(100);
$small = min(measure(100), measure(100), measure(100));
$large = min(measure(1000), measure(1000));
echo $large < 10 * $small ? "linear\n" : sprintf("%d ns each, in a tree a tenth the size %d ns\n", $large, $small);
var_dump(count(Scope::global()->getChildScopes()));
?>
--EXPECT--
linear
int(0)
