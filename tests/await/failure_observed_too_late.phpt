--TEST--
A failure is routed after every ready coroutine has run once: an await two rounds later is too late (D10 b)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$failing = spawn(fn() => throw new Exception('too late'));
spawn(function () use ($failing) {
    try {
        suspend();
        suspend();
        echo "not reached\n";
    } finally {
        echo "cancelled before it could await\n";
    }
});
suspend();
try {
    suspend();
    suspend();
    echo "not reached either\n";
} finally {
    echo "main cancelled\n";
}
?>
--EXPECTF--
%r(cancelled before it could await\nmain cancelled|main cancelled\ncancelled before it could await)%r

Fatal error: Uncaught Exception: too late in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
  in coroutine #2 spawned at %s:4
  by the main script
