--TEST--
Callbacks run also when the futures that they make have no handle; an error of theirs raises a warning (AW-17, D38)
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\suspend;

$state = new FutureState;
$future = new Future($state);
$future->map(function () { echo "mapped\n"; });
$future->finally(function () { echo "finally\n"; });
unset($future);
$state->complete();
suspend();
suspend();
$future = Future::completed()->map(fn() => throw new Exception('not looked at'));
suspend();
suspend();
echo "dropped\n";
unset($future);
echo "end\n";
?>
--EXPECTF--
mapped
finally
dropped

Warning: Unobserved error of the future created at %s:13, await it or call ignore(): Exception: not looked at in %s:13 in %s on line 17
end
