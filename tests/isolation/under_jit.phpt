--TEST--
The programs of this folder say the same under opcache and its JIT
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('opcache');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$opcache = loading('opcache') . '-d opcache.enable_cli=1 ';
$jit = "$opcache -d opcache.jit_buffer_size=16M -d opcache.jit";
compare_under([
    'opcache' => "$opcache -d opcache.jit_buffer_size=0",
    'tracing' => "$jit=tracing", 'function' => "$jit=function",
]);
?>
--EXPECT--
opcache: same
tracing: same
function: same
