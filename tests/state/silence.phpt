--TEST--
@ silences only its own call, not other coroutines that run meanwhile (CO-04)
--INI--
error_reporting=E_ALL
--FILE--
<?php
use function Async\{spawn, await, suspend};

function quiet() { suspend(); echo $undefined1; suspend(); return error_reporting(); }
$a = spawn(function () { $r = @quiet(); return [$r, error_reporting()]; });
$b = spawn(function () { suspend(); echo $undefined2; });
suspend();
echo $undefined3;
$r = @await(spawn(function () { echo $undefined4; return error_reporting(); }));
var_dump($r === E_ALL);
[$inside, $after] = await($a);
var_dump($inside !== E_ALL, $after === E_ALL, error_reporting() === E_ALL);
?>
--EXPECTF--
Warning: Undefined variable $undefined3 in %s on line %d

Warning: Undefined variable $undefined2 in %s on line %d

Warning: Undefined variable $undefined4 in %s on line %d
bool(true)
bool(true)
bool(true)
bool(true)
