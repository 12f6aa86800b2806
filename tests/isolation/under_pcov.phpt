--TEST--
The programs of this folder say the same under pcov
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('pcov');
if (ini_get('opcache.jit_buffer_size') || extension_loaded('xdebug')) die('skip they replace the same hooks');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
compare_under(['pcov' => loading('pcov') . '-d pcov.directory=/']);
?>
--EXPECT--
pcov: same
