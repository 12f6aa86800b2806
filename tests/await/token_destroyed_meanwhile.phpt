--TEST--
An awaitable and a token whose only references are in the wait stay alive until the wait ends (lifetime rule 7)
--FILE--
<?php
use function Async\{spawn, await, suspend, timeout, delay};

function make() {
    return [spawn(function () { delay(5); return str_repeat('x', 3); }), timeout(10000)];
}
$w = spawn(fn() => await(...make()));
$pair = make();
$v = spawn(function () use (&$pair) { return await($pair[0], $pair[1]); });
suspend();
$pair = null;
gc_collect_cycles();
var_dump(await($w), await($v));
// The wait is cancelled: both references are released.
$z = spawn(fn() => await(...make()));
suspend();
$z->cancel();
suspend();
var_dump($z->isCancelled());
echo "end\n";
?>
--EXPECT--
string(3) "xxx"
string(3) "xxx"
bool(true)
end
