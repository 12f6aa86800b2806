--TEST--
The mixed program of this folder gives the same under opcache without JIT (architecture "opcache/JIT")
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.jit=disable
--FILE--
<?php var_dump(opcache_get_status() !== false); require __DIR__ . '/mixed.inc'; ?>
--EXPECT--
bool(true)
Async\TimeoutException
cf17c6461cc14a1f65e4f31708175216
