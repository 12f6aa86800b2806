--TEST--
The stack trace of a fatal error is not lost to the errors of other coroutines while its handler waits (PHP 8.5)
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80500) die('skip such traces came with PHP 8.5');
?>
--INI--
fatal_error_backtraces=1
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
use function Async\{spawn, suspend};

function fails(string $argument): void
{
    trigger_error('mine', E_USER_ERROR);
}

$waits = $goes_on = false;
set_error_handler(function () use (&$waits, &$goes_on) {
    $waits = true;
    while (!$goes_on) {
        suspend();
    }
    echo "the handler ends\n";
    return false;
}, E_USER_ERROR);
register_shutdown_function(function () {
    ['message' => $message, 'trace' => $trace] = error_get_last();
    echo "$message: ", implode(' <- ', array_column($trace, 'function')), "\n";
});

spawn(fn() => fails('argument'));
while (!$waits) {
    suspend();
}
@trigger_error('other');
echo json_encode(error_get_last()['message']), ', with a trace: ', json_encode(isset(error_get_last()['trace'])), "\n";
$goes_on = true;
suspend();
echo "never\n";
?>
--EXPECTF--
"other", with a trace: false
the handler ends

Fatal error: mine in %sfatal_error_trace.php on line %d
Stack trace:
#0 %sfatal_error_trace.php(%d): trigger_error('mine', 256)
#1 %sfatal_error_trace.php(%d): fails('argument')
#2 [internal function]: {closure:%s}()
#3 {main}
  in coroutine #%d spawned at %sfatal_error_trace.php:%d
  by the main script
mine: trigger_error <- fails <- {closure:%s}
