--TEST--
Two sources fail in the same round: an awaiter that awaits again at once gets both errors, the scope gets none (CB-01, D23, D10)
--FILE--
<?php
use function Async\{spawn, await, any, suspend};

$trigger = any([spawn(fn() => throw new Exception('one')), spawn(fn() => throw new Exception('two'))]);
for ($i = 0; $i < 2; $i++) {
    try {
        await($trigger);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
for ($i = 0; $i < 5; $i++) suspend();
echo "scope is well\n";
?>
--EXPECT--
one
two
scope is well
