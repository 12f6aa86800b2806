--TEST--
With opcache, a class that waits for the types of its methods is waited for, and extended, in each order of coroutines (D35)
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
require __DIR__ . '/autoload_nearly_complete.inc';
?>
--EXPECT--
60 times: ["maker",true,true,[true,true,true],[true,"giver"],"giver",true,[true,"giver"],[true,"maker"],2]
