--TEST--
An error handler set by a coroutine is its own, also around waits; one set by main applies to all, also earlier spawned ones (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function handler($name) {
    return function ($n, $message) use ($name) { echo "$name: $message\n"; return true; };
}
function around_a_wait($name) {
    set_error_handler(handler($name));
    suspend();
    trigger_error("in $name");
    suspend();
    restore_error_handler();
    trigger_error("after $name");
}
$early = spawn(function () { suspend(); suspend(); suspend(); suspend(); trigger_error('early'); });
suspend();

set_error_handler(handler('main'));
$a = spawn('around_a_wait', 'a');
$b = spawn('around_a_wait', 'b');
suspend();
trigger_error('in main');
await($a);
await($b);
await($early);

echo "-- two levels, masks, none\n";
$c = spawn(function () {
    set_error_handler(handler('lower'));
    set_error_handler(handler('upper'), E_USER_WARNING);
    suspend();
    trigger_error('warning', E_USER_WARNING);
    @trigger_error('not asked for');
    echo error_get_last()['message'], "\n";
    restore_error_handler();
    suspend();
    trigger_error('one level');
    set_error_handler(null);
    suspend();
    @trigger_error('nobody');
    echo error_get_last()['message'], "\n";
    restore_error_handler();
    restore_error_handler();
    trigger_error('back');
});
while (!$c->isCompleted()) {
    trigger_error('main meanwhile', E_USER_WARNING);
    suspend();
}

echo "-- never restored\n";
await(spawn(function () { set_error_handler(handler('left')); suspend(); trigger_error('last'); }));
trigger_error('main again');

echo "-- changed by main while others have their own\n";
$d = spawn('around_a_wait', 'd');
suspend();
set_error_handler(handler('main 2'));
await($d);
restore_error_handler();
trigger_error('main as before');
?>
--EXPECT--
main: in main
a: in a
b: in b
main: after a
main: after b
main: early
-- two levels, masks, none
main: main meanwhile
main: main meanwhile
upper: warning
not asked for
main: main meanwhile
lower: one level
main: main meanwhile
nobody
main: back
-- never restored
left: last
main: main again
-- changed by main while others have their own
d: in d
main 2: after d
main: main as before
