--TEST--
all() waits for all sources, then throws the error that came first; the other errors count as handled (CB-02, D23, D10 a)
--FILE--
<?php
use function Async\{spawn, await, all, suspend};

$late = spawn(function () { for ($i = 0; $i < 8; $i++) suspend(); echo "the last one is over\n"; throw new Exception('late'); });
$soon = spawn(function () { throw new Exception('soon'); });
$trigger = all([$late, spawn(fn() => 'fine'), $soon]);
for ($i = 0; $i < 2; $i++) {
    try {
        await($trigger);
    } catch (Exception $e) {
        echo $e->getMessage(), ' ';
        var_dump($e === $soon->getException());
    }
}
for ($i = 0; $i < 9; $i++) suspend();
echo "end\n";
?>
--EXPECT--
the last one is over
soon bool(true)
soon bool(true)
end
