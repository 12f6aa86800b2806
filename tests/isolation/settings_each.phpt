--TEST--
Each setting that ini_set() takes is an isolation's own, except those of the process
--INI--
display_errors=1
--FILE--
<?php
require __DIR__ . '/settings.inc';
check_settings();
?>
--EXPECT--
own: many, shared: some
