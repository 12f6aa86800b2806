--TEST--
A coroutine's own error handler stays its own when it suspends, also one set inside a running handler (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function handler($name) {
    return function ($n, $message) use ($name) { echo "$name: $message\n"; return true; };
}
foreach ([false, true] as $with_main) {
    if ($with_main) set_error_handler(handler('main'));
    $a = spawn(function () {
        set_error_handler(function ($n, $message) {
            echo "enter own: $message\n";
            suspend();
            @trigger_error('inside');
            echo "leave own\n";
            return true;
        });
        trigger_error('first');
        trigger_error('second');
        restore_error_handler();
    });
    suspend();
    @trigger_error('main meanwhile');
    await($a);
}

set_error_handler(function ($n, $message) {
    echo "enter main's: $message\n";
    set_error_handler(handler('temporary'));
    suspend();
    trigger_error('inside');
    restore_error_handler();
    suspend();
    return true;
});
$b = spawn(function () { trigger_error('b'); trigger_error('b again'); });
$c = spawn(function () { suspend(); trigger_error('c'); });
await($b);
await($c);

echo "-- exit while a coroutine has a handler\n";
restore_error_handler();
register_shutdown_function(function () { trigger_error('shutdown'); });
spawn(function () {
    set_error_handler(handler('parked'));
    $guard = new class { function __destruct() { trigger_error('destructor'); } };
    suspend(); suspend(); suspend();
    trigger_error('not reached');
});
suspend();
exit(0);
?>
--EXPECT--
enter own: first
leave own
enter own: second
leave own
enter own: first
main: main meanwhile
leave own
enter own: second
leave own
enter main's: b
temporary: inside
enter main's: c
enter main's: b again
temporary: inside
temporary: inside
-- exit while a coroutine has a handler
main: shutdown
