--TEST--
The memory limit in main is a fatal error like any other, also where PHP ends the script by unwinding it: no finally block runs (P12, D15)
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
$codes = [
    'at once' => '$s = str_repeat("x", 500_000_000);',
    'in a callback' => 'array_map(function () { $a = []; while (true) $a[] = 1; }, [1]);',
    'in a fiber' => '(new Fiber(function () { $a = []; while (true) $a[] = 1; }))->start();',
];
foreach ($codes as $title => $code) {
    show_php($title, str_replace('CODE', $code, $before), '-d memory_limit=32M');
}
?>
--EXPECTF--
-- at once

Fatal error: Allowed memory size of 33554432 bytes exhausted%s

shutdown
bool(true)
status 255
-- in a callback

Fatal error: Allowed memory size of 33554432 bytes exhausted%s

shutdown
bool(true)
status 255
-- in a fiber

Fatal error: Allowed memory size of 33554432 bytes exhausted%s

shutdown
bool(true)
status 255
