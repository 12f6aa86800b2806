--TEST--
A coroutine spawned in the global scope outlives the scope of its spawner (LT-06, SC-09)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend, globalScope, awaitSpawned};

// The document's example: only the two others are awaited.
spawn(function () {
    globalScope()->spawn(function () {
        for ($i = 0; $i < 5; $i++) suspend();
        echo "Hello, World!\n";
    });
    spawn(function () { suspend(); echo "Hello, PHP!\n"; });
    spawn(function () { echo "Hello, PHP2!\n"; });
    awaitSpawned(Async\timeout(60000));
    echo "spawned ones are over\n";
});
$scope = new Scope;
$scope->spawn(function () use ($scope) {
    globalScope()->spawn(function () { suspend(); suspend(); echo "detached\n"; });
    spawn(function () { suspend(); echo "never\n"; });
    $scope->cancel();
});
?>
--EXPECT--
Hello, PHP2!
Hello, PHP!
spawned ones are over
detached
Hello, World!
