--TEST--
A zombie can spawn in another scope, not in its closed one: that keeps the request going, and the time starts anew (ZO-03, ZO-04, DI-12)
--INI--
async.zombie_coroutine_timeout=100
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend, globalScope, delay};

$scope = new Scope;
$scope->spawn(function () {
    for ($i = 0; $i < 3; $i++) suspend();
    try { spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    // Main is over by now.
    globalScope()->spawn(function () { delay(1); echo "active again\n"; delay(1); echo "active one is over\n"; });
    $own = new Scope;
    $own->spawn(function () { suspend(); echo "in a scope of its own\n"; });
    $own->awaitCompletion();
    echo "zombie is over\n";
});
suspend();
@$scope->disposeSafely();
echo "end of main\n";
?>
--EXPECT--
end of main
Coroutine scope is closed
in a scope of its own
zombie is over
active again
active one is over
