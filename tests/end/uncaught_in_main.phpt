--TEST--
An uncaught exception of main is printed at once as in stock PHP, then all coroutines are cancelled and drained, status 255 (D21, P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('main', <<<'PHP'
register_shutdown_function(function () { echo "shutdown\n"; });
Async\spawn(function () {
    try { Async\delay(100000); } finally { Async\delay(1); echo "finally may wait\n"; }
});
Async\spawn(function () {
    try { Async\delay(100000); } catch (Async\AsyncCancellation) {}
    Async\delay(2);
    echo "who swallows it goes on\n";
});
Async\suspend();
Async\spawn(fn() => print("never started\n"));
throw new Exception('main failed');
PHP);
?>
--EXPECTF--
-- main

Fatal error: Uncaught Exception: main failed in Standard input code:12
Stack trace:
#0 {main}
  thrown in Standard input code on line 12
finally may wait
who swallows it goes on
shutdown
status 255
