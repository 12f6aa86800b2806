--TEST--
awaitSpawned() waits in every scope, also in main, repeatedly, with nothing to wait for; not for others' coroutines (LT-03)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, spawnWith, awaitSpawned, suspend, hiPriority};

function rounds($n) { while ($n--) suspend(); }

awaitSpawned();
echo "nothing spawned\n";
$scope = new Scope;
$scope->spawn(function () { rounds(3); echo "in a scope\n"; });
spawnWith(hiPriority(), function () { rounds(2); echo "with a strategy\n"; });
spawn(function () {
    spawn(function () { rounds(12); echo "a grandchild is not waited for\n"; });
});
$c = spawn(fn() => print("never\n"));
$c->cancel();
awaitSpawned();
echo "all\n";
awaitSpawned();
echo "nothing left\n";
spawn(function () { suspend(); echo "one more\n"; });
awaitSpawned();
rounds(20);
// Coroutines that a child's callback spawns meanwhile belong to the callback.
spawn(fn() => 1)->onFinally(function () { spawn(function () { rounds(2); echo "of a callback\n"; }); });
awaitSpawned();
echo "not waited for\n";
rounds(6);
// A coroutine that ends before the wait begins.
spawn(fn() => 1);
rounds(3);
awaitSpawned();
echo "end\n";
?>
--EXPECT--
nothing spawned
with a strategy
in a scope
all
nothing left
one more
a grandchild is not waited for
not waited for
of a callback
end
