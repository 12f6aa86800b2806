--TEST--
Engine calls that wait inside of magic methods, jsonSerialize(), __debugInfo(), comparisons … give each coroutine what it gets alone (D43)
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/recursion_marks.inc';

/* What each call gives alone, with values of its own. */
function alone(callable $shape): array
{
    $answers = [];
    foreach (array_keys($shape()) as $i) {
        $answers[] = var_export(await(spawn($shape()[$i])), true);
    }
    return $answers;
}

/* The calls together, with the same values; each gives up control its own number of times. */
function together(array $calls, array $order): array
{
    global $turns;
    $turns = [];
    $coroutines = [];
    foreach ($order as $i => $count) {
        $coroutines[$i] = spawn($calls[$i]);
        $turns[$coroutines[$i]->getId()] = $count;
    }
    return array_map(fn($coroutine) => var_export(await($coroutine), true), $coroutines);
}

$orders = [[1, 1], [2, 1], [1, 3], [1, 1, 1], [1, 2, 3], [3, 2, 1], [2, 3, 1]];
$tried = 0;
$turns = [];
foreach ($shapes as $name => $shape) {
    $expected = alone($shape);
    foreach ($orders as $order) {
        $calls = $shape();
        // Twice with the same values: no mark is left behind.
        foreach (['first', 'second'] as $round) {
            $answers = together($calls, $order);
            foreach ($answers as $i => $answer) {
                $tried++;
                if ($answer !== $expected[$i] && !($round === 'second' && in_array($name, STATEFUL))) {
                    echo "$name, ", implode('-', $order), ", $round, call $i: $answer\nand not $expected[$i]\n";
                    break 3;
                }
            }
        }
    }
}
echo $tried > 2000 ? 'done' : $tried, "\n";
?>
--EXPECT--
done
