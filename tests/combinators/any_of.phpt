--TEST--
anyOf() gives the first results by key when the wanted number has succeeded, and the same at each later await (CB-03, CB-08, AW-15, D23)
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, anyOf, suspend};

$gate = new Async\Future($open = new Async\FutureState);
$trigger = anyOf(2, [
    'never' => $gate,
    'b' => spawn(function () { suspend(); return 'B'; }),
    'a' => spawn(fn() => 'A'),
]);
var_dump(await($trigger) === ['b' => 'B', 'a' => 'A']);
$open->complete('too late');
var_dump(await($trigger) === ['b' => 'B', 'a' => 'A']);
?>
--EXPECT--
bool(true)
bool(true)
