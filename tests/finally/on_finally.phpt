--TEST--
onFinally(): callbacks run in order after completion with the coroutine as the only argument; onExit and finally are aliases (FN-01, FN-04, FN-07, D13)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () { suspend(); echo "body ends\n"; return 'r'; });
$c->onFinally(function (...$args) use ($c) { echo count($args), ' ', var_export($args[0] === $c && $c->isCompleted(), true), ' ', $c->getResult(), "\n"; });
$c->onExit(fn() => print("onExit\n"));
$c->finally(fn() => print("finally\n"));
var_dump($c->onFinally('print_name'));
function print_name($c) { echo __FUNCTION__, ' #', $c->getId() > 0 ? 'id' : '?', "\n"; }
echo await($c), "\n";
suspend();
echo "end\n";
?>
--EXPECT--
NULL
body ends
1 true r
onExit
finally
print_name #id
r
end
