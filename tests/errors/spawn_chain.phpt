--TEST--
A fatal error and an uncaught exception list where the coroutine and its ancestors were spawned; the exception stays untouched (D36)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$nested = <<<'PHP'
use function Async\{spawn, delay};
function inner() { BODY }
function outer() {
    spawn('inner');
}
spawn(function () {
    spawn(outer(...));
});
PHP;
foreach ([
    'exception' => 'throw new Exception("text");',
    'fatal error' => '@trigger_error("text", E_USER_ERROR);',
    'memory at its limit: no chain' => 'ini_set("memory_limit", "8M"); str_repeat("x", 1 << 30);',
    'an exception that is caught' => 'try { throw new Exception("text"); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }',
    'a warning of PHP' => 'echo $none;',
] as $name => $body) {
    show_php($name, str_replace('BODY', $body, $nested));
}
show_php('main has none', 'Async\spawn(fn() => 1); throw new Exception("text");');
show_php('html', str_replace('BODY', 'throw new Exception("text");', $nested), '-d html_errors=1');
show_php('not displayed', str_replace('BODY', 'throw new Exception("text");', $nested), '-d display_errors=0');
show_php('caught by the user', 'set_exception_handler(function ($e) { echo get_class($e), "\n"; });' . str_replace('BODY', 'throw new Exception("text");', $nested));
?>
--EXPECTF--
-- exception

Fatal error: Uncaught Exception: text in Standard input code:2
Stack trace:
#0 [internal function]: inner()
#1 {main}
  thrown in Standard input code on line 2
  in coroutine #%d spawned at Standard input code:4
  by coroutine #%d spawned at Standard input code:7
  by coroutine #%d spawned at Standard input code:6
  by the main script
status 255
-- fatal error

Fatal error: text in Standard input code on line 2
  in coroutine #%d spawned at Standard input code:4
  by coroutine #%d spawned at Standard input code:7
  by coroutine #%d spawned at Standard input code:6
  by the main script
status 255
-- memory at its limit: no chain

Fatal error: Allowed memory size of 8388608 bytes exhausted%s in Standard input code on line 2
status 255
-- an exception that is caught
#0 [internal function]: inner()
#1 {main}
status 0
-- a warning of PHP

Warning: Undefined variable $none in Standard input code on line 2
status 0
-- main has none

Fatal error: Uncaught Exception: text in Standard input code:1
Stack trace:
#0 {main}
  thrown in Standard input code on line 1
status 255
-- html
<br />
<b>Fatal error</b>:  Uncaught Exception: text in Standard input code:2
Stack trace:
#0 [internal function]: inner()
#1 {main}
  thrown in <b>Standard input code</b> on line <b>2</b><br />
<pre>  in coroutine #%d spawned at Standard input code:4
  by coroutine #%d spawned at Standard input code:7
  by coroutine #%d spawned at Standard input code:6
  by the main script</pre>
status 255
-- not displayed

status 255
-- caught by the user
Exception
status 0
