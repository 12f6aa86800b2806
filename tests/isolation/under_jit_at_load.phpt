--TEST--
The programs of this folder say the same under the JIT at each function, and at the first call
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('opcache');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$jit = loading('opcache') . '-d opcache.enable_cli=1 -d opcache.jit_buffer_size=16M -d opcache.jit';
compare_under(['1205' => "$jit=1205", '1255' => "$jit=1255"]);
?>
--EXPECT--
1205: same
1255: same
