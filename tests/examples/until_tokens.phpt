--TEST--
Every form of time limit in the document: timeout, coroutine, variable, function result; a token that throws (AW-07, AW-09, AW-12)
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

function task() { delay(100000); }
function getCancellation() { return timeout(2); }
$variable = spawn(fn() => delay(1));
foreach ([
    fn() => await(spawn('task'), timeout(1)),
    fn() => await(spawn('task'), $variable),
    fn() => await(spawn('task'), getCancellation()),
    fn() => await(spawn('task'), spawn(fn() => delay(1))),
    fn() => await(spawn('task'), spawn(function () { delay(1); throw new RuntimeException('token throws'); })),
] as $f) {
    try { $f(); } catch (Async\AwaitCancelledException $e) { echo 'limit, ', $e->getPrevious() ? get_class($e->getPrevious()) : 'no previous', "\n"; } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
}
echo count(Async\getCoroutines()) - 1, " tasks go on\n";
exit;
?>
--EXPECT--
limit, Async\TimeoutException
limit, no previous
limit, Async\TimeoutException
limit, no previous
token throws
5 tasks go on
