--TEST--
exit and fatal errors in coroutines under the JIT, with the extension's EXIT handler: the same statuses as without JIT (D15)
--EXTENSIONS--
opcache
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('generated code is no business of a tool');
skip_under_xdebug('it turns the JIT off');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

foreach (['tracing', 'function'] as $mode) {
    $jit = "-d opcache.enable_cli=1 -d opcache.jit=$mode -d opcache.jit_buffer_size=32M";
    $hot = 'function hot($stop) { for ($i = 0; ; $i++) { Async\suspend(); if ($i === 200) { $stop(); } } } Async\spawn(function () { try { Async\delay(100000); } finally { echo "never\n"; } });';
    show_php("$mode exit", $hot . 'Async\spawn("hot", function () { exit(5); }); Async\delay(100000);', $jit);
    show_php("$mode exit in main", $hot . 'Async\spawn(fn() => Async\delay(100000)); hot(function () { exit(6); });', $jit);
    show_php("$mode fatal", $hot . 'Async\spawn("hot", function () { @trigger_error("fatal", E_USER_ERROR); }); Async\delay(100000);', $jit);
}
?>
--EXPECTF--
-- tracing exit

status 5
-- tracing exit in main

status 6
-- tracing fatal

Fatal error: fatal in Standard input code on line 1
  in coroutine #%d spawned at Standard input code:1
  by the main script
status 255
-- function exit

status 5
-- function exit in main

status 6
-- function fatal

Fatal error: fatal in Standard input code on line 1
  in coroutine #%d spawned at Standard input code:1
  by the main script
status 255
