--TEST--
The memory limit hit by an array of the main script is a fatal error like any other (P12, D15)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('without PHP\'s heap not a byte is left for the shutdown function');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = <<<'PHP'
use function Async\{spawn, suspend, delay, await};
$reserve = str_repeat('x', 100000);
register_shutdown_function(function () { $GLOBALS['reserve'] = null; ini_set('memory_limit', -1); echo "\nshutdown\n"; var_dump(@spawn(fn() => print("never\n"))->isCancelled()); });
spawn(function () { try { delay(100000); } finally { echo "never finally\n"; } });
spawn(function () { try { delay(1); echo "never\n"; } finally { echo "never finally 2\n"; } });
suspend();
spawn(fn() => print("never started\n"));
try { CODE } finally { echo "never main\n"; }
PHP;
show_php('by the engine itself', str_replace('CODE', '$a = []; while (true) $a[] = 1;', $before), '-d memory_limit=32M');
?>
--EXPECTF--
-- by the engine itself

Fatal error: Allowed memory size of 33554432 bytes exhausted%s

shutdown
bool(true)
status 255
