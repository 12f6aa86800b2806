--TEST--
Two failures without an awaiter: the first one is the fatal error, the second one is not lost (D21, P7)
--FILE--
<?php
use function Async\{spawn, delay};

spawn(fn() => throw new Exception('first'));
spawn(fn() => throw new RuntimeException('second'));
spawn(function () {
    try { delay(100000); } finally { echo "third: finally\n"; }
});
delay(100000);
echo "not reached\n";
?>
--EXPECTF--
third: finally

Fatal error: Uncaught Exception: first in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
  in coroutine #2 spawned at %s:4
  by the main script

Warning: Uncaught RuntimeException: second in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
