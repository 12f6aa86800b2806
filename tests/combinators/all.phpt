--TEST--
all() gives the results by key in the order of the input, the same at each await (CB-02, CB-08, AW-15, D23)
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, all, suspend};

$trigger = all([
    'slow' => spawn(function () { suspend(); suspend(); return 1; }),
    5 => spawn(fn() => 2),
    'null' => spawn(fn() => null),
]);
var_dump(await($trigger) === ['slow' => 1, 5 => 2, 'null' => null]);
var_dump(await($trigger) === await($trigger));
?>
--EXPECT--
bool(true)
bool(true)
