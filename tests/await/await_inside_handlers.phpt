--TEST--
await() works inside destructors, generator clean-up, error handlers, autoloaders and __toString() (CO-01)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function later($x) { return spawn(function () use ($x) { suspend(); return $x; }); }

class D { function __destruct() { echo 'destructor ', await(later('D')), "\n"; } }
$d = new D;
unset($d);
new D;

function g() { try { yield 1; yield 2; } finally { echo 'generator ', await(later('finally')), "\n"; } }
foreach (g() as $x) { break; }
unset($x);
gc_collect_cycles();

set_error_handler(function ($n, $message) { echo 'handler ', await(later($message)), "\n"; return true; });
echo $undefined;
trigger_error('mine', E_USER_NOTICE);
restore_error_handler();

spl_autoload_register(function ($class) { eval('class ' . await(later($class)) . ' { const C = "loaded"; }'); });
echo Loaded::C, "\n";
var_dump(class_exists('Second'));
?>
--EXPECT--
destructor D
destructor D
generator finally
handler Undefined variable $undefined
handler mine
loaded
bool(true)
