--TEST--
A wait at a channel that no other coroutine can use is a deadlock, and the report says so (D21, D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend};

$channel = new Channel;
$coroutine = spawn(function () use ($channel) {
    $channel->recv();
});
suspend();
var_dump($coroutine->getAwaitingInfo());
spawn(function () {
    (new Channel)->send(1);
});
?>
--EXPECTF--
array(2) {
  ["type"]=>
  string(9) "awaitable"
  ["class"]=>
  string(13) "Async\Channel"
}

Warning: Deadlock: coroutine #2 spawned at %sdeadlock.php:6, by the main script, suspended at %sdeadlock.php:7, waits for a value from Async\Channel made at %s:%d in %s on line 7

Warning: Deadlock: coroutine #3 spawned at %sdeadlock.php:11, by the main script, suspended at %sdeadlock.php:12, waits for a receiver for Async\Channel made at %s:%d in %s on line 12

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: all 2 coroutines wait and nothing can wake one in %a
