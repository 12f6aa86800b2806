--TEST--
The mixed program of this folder without opcache, the reference for the others (the others must give the same)
--FILE--
<?php require __DIR__ . '/mixed.inc'; ?>
--EXPECT--
Async\TimeoutException
cf17c6461cc14a1f65e4f31708175216
