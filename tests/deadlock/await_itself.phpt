--TEST--
A coroutine that awaits itself gets an AsyncException at once, with the place where it was spawned (D26, quality "Bad input")
--FILE--
<?php
use function Async\{spawn, await, currentCoroutine, timeout, suspend};

$c = spawn(function () {
    foreach ([fn() => await(currentCoroutine()), fn() => await(currentCoroutine(), timeout(1000)), fn() => await(timeout(1000), currentCoroutine())] as $f) {
        try {
            $f();
        } catch (Async\AsyncException $e) {
            echo str_replace(__DIR__, '', $e->getMessage()), "\n";
        }
    }
});
await($c);
try { await(currentCoroutine()); } catch (Async\AsyncException $e) { echo get_class($e), "\n"; }
echo "goes on\n";
?>
--EXPECTF--
%sitself%s/await_itself.php:4%S
%sitself%s/await_itself.php:4%S
%sitself%s/await_itself.php:4%S
Async\AsyncException
goes on
