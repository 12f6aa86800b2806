--TEST--
A coroutine that sets and restores an error handler leaves main's handler unchanged (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

set_error_handler($main = function ($n, $m) { echo "main handler: $m\n"; return true; });
$c = spawn(function () {
    set_error_handler(function ($n, $m) { echo "own handler: $m\n"; return true; });
    trigger_error('in coroutine');
    restore_error_handler();
    trigger_error('restored');
});
await($c);
trigger_error('in main');
?>
--EXPECT--
own handler: in coroutine
main handler: restored
main handler: in main
