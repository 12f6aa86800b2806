--TEST--
An exception uncaught in a coroutine: cleanup, PHP's fatal error, shutdown functions, status 255; also after main has ended (D21, D29, P12)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'PHP'
register_shutdown_function(function () { echo "shutdown\n"; });
Async\spawn(function () {
    try { Async\delay(100000); } finally { Async\delay(1); echo "finally may wait\n"; }
});
Async\spawn(function () { Async\delay(1); throw new Exception('coroutine failed'); });
PHP;
show_php('main ended', $code);
show_php('main waits', $code . "\n" . 'try { Async\delay(100000); } finally { echo "main finally\n"; }');
show_php('main swallows', $code . "\n" . 'try { Async\delay(100000); } catch (Async\AsyncCancellation $e) { echo get_class($e->getPrevious()), " in main\n"; } Async\delay(200); echo "main goes on\n";');
?>
--EXPECTF--
-- main ended
finally may wait

Fatal error: Uncaught Exception: coroutine failed in Standard input code:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in Standard input code on line 5%A
shutdown
status 255
-- main waits
main finally
finally may wait

Fatal error: Uncaught Exception: coroutine failed in Standard input code:5
%A
shutdown
status 255
-- main swallows
Exception in main
finally may wait
main goes on

Fatal error: Uncaught Exception: coroutine failed in Standard input code:5
%A
shutdown
status 255
