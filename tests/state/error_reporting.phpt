--TEST--
error_reporting() of a coroutine starts with the ini setting; its changes behave as in stock Fibers (CO-04)
--INI--
error_reporting=E_ALL
--FILE--
<?php
use function Async\{spawn, await, suspend};

error_reporting(E_ALL & ~E_NOTICE);
$c = spawn(fn() => error_reporting());
var_dump(await($c) === (E_ALL & ~E_NOTICE));
ini_set('error_reporting', (string) E_WARNING);
var_dump(await(spawn(fn() => error_reporting())) === E_WARNING);
error_reporting(E_ALL);
var_dump(await(spawn(function () { suspend(); return error_reporting(); })) === E_ALL);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
