--TEST--
The mixed program of this folder gives the same under the tracing JIT with hot counters of 1: switches inside traces (architecture "opcache/JIT")
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
opcache.jit=tracing
opcache.jit_buffer_size=32M
opcache.jit_hot_loop=1
opcache.jit_hot_func=1
opcache.jit_hot_return=1
opcache.jit_hot_side_exit=1
--FILE--
<?php var_dump(opcache_get_status()['jit']['on']); require __DIR__ . '/mixed.inc'; ?>
--EXPECT--
bool(true)
Async\TimeoutException
cf17c6461cc14a1f65e4f31708175216
