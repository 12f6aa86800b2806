--TEST--
error_get_last() returns the coroutine's own last error (CO-04, CN-23)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function own($name) {
    @trigger_error($name);
    suspend();
    return error_get_last()['message'];
}
$a = spawn('own', 'a');
$b = spawn('own', 'b');
@trigger_error('main');
suspend();
echo error_get_last()['message'], ' ', await($a), ' ', await($b), ' ', error_get_last()['message'], "\n";
var_dump(await(spawn('error_get_last')));
error_clear_last();
$c = spawn(function () { try { delay(100000); } catch (Async\AsyncCancellation) { return error_get_last(); } });
suspend();
$c->cancel();
var_dump(await($c));
?>
--EXPECT--
main a b main
NULL
NULL
