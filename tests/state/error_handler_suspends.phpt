--TEST--
A suspended error handler still gets the errors of other coroutines; an error of its own does not re-enter it (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

set_error_handler(function ($n, $message) {
    echo "enter $message\n";
    delay(2);
    echo "leave $message\n";
    return true;
});
$a = spawn(function () { trigger_error('a'); });
$b = spawn(function () { trigger_error('b'); });
await($a); await($b);
trigger_error('main');
// Replaced while it runs.
$c = spawn(function () { trigger_error('c'); trigger_error('c again'); });
suspend();
set_error_handler(function ($n, $message) { echo "new handler $message\n"; return true; });
await($c);
restore_error_handler();
restore_error_handler();
@trigger_error('nobody');
echo error_get_last()['message'], "\n";
?>
--EXPECT--
enter a
enter b
leave a
leave b
enter main
leave main
enter c
leave c
new handler c again
nobody
