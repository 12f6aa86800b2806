--TEST--
The mixed program of this folder gives the same under the function JIT (architecture "opcache/JIT")
--EXTENSIONS--
opcache
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('generated code is no business of a tool');
skip_under_xdebug('it turns the JIT off');
?>
--INI--
opcache.enable_cli=1
opcache.jit=function
opcache.jit_buffer_size=32M
--FILE--
<?php var_dump(opcache_get_status()['jit']['on']); require __DIR__ . '/mixed.inc'; ?>
--EXPECT--
bool(true)
Async\TimeoutException
cf17c6461cc14a1f65e4f31708175216
