--TEST--
spawn() only queues the coroutine: the body starts when the spawner gives up control (D4, SP-01, SP-03, SP-04)
--FILE--
<?php
use function Async\{spawn, suspend};

$coroutine = spawn(function () {
    echo "body\n";
});
echo get_class($coroutine), "\n";
var_dump($coroutine->isStarted(), $coroutine->isQueued());
echo "after spawn\n";
suspend();
echo "after suspend\n";
var_dump($coroutine->isStarted(), $coroutine->isCompleted());
?>
--EXPECT--
Async\Coroutine
bool(false)
bool(true)
after spawn
body
after suspend
bool(true)
bool(true)
