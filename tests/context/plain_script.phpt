--TEST--
currentContext() works in a script without coroutines, and starts nothing (CX-06, D33)
--FILE--
<?php
echo Async\currentContext()->set('a', 'plain')->find('a'), ' ', Async\rootContext()->find('a'), ' ', Async\stats()['coroutines'], "\n";
register_shutdown_function(fn() => print(Async\currentContext()->find('a') . " in shutdown\n"));
?>
--EXPECT--
plain plain 0
plain in shutdown
