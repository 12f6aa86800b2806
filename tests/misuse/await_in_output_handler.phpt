--TEST--
await() where no switch is possible throws an AsyncException that says why, without a hang or crash (quality "Bad input", D33)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () { suspend(); return 'result'; });
$message = '';
ob_start(function ($b) use ($c, &$message) {
    try { return await($c); } catch (Async\AsyncException $e) { $message = $e->getMessage(); return 'exception'; }
});
echo 'text';
ob_end_flush();
echo "\n$message\n", await($c), "\n";
?>
--EXPECTF--
exception
%s
result
