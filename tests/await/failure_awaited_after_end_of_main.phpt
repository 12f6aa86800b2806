--TEST--
A failure during the drain that another coroutine awaits is handled; the exit status stays 0 (D10, D14)
--FILE--
<?php
use function Async\{spawn, await, delay};

$f = spawn(function () { delay(3); throw new Exception('late failure'); });
spawn(function () use ($f) {
    try { await($f); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
});
register_shutdown_function(function () { echo "clean end\n"; });
echo "main ends\n";
// schedules: any
?>
--EXPECT--
main ends
late failure
clean end
