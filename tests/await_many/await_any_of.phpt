--TEST--
awaitAnyOf() gives the wanted number of successes by key and the errors before them; it ends when too few can succeed (AW-18, CB-03, CB-04, D23)
--FILE--
<?php
use function Async\{spawn, awaitAnyOf, suspend, currentCoroutine};

$task = fn($v, $n) => spawn(function () use ($v, $n) {
    while ($n-- > 0) suspend();
    return $v instanceof Throwable ? throw $v : $v;
});
$show = function (array $pair) {
    [$results, $errors] = $pair;
    echo json_encode($results), ' ', json_encode(array_map(fn($e) => $e->getMessage(), $errors)), "\n";
};
$make = fn() => ['slow' => $task('S', 9), 'b' => $task('B', 4), 'bad' => $task(new Exception('E'), 1), 'a' => $task('A', 2)];
$show(awaitAnyOf(2, $make()));
$show(awaitAnyOf(2, $make(), preserveKeyOrder: false));
$show(awaitAnyOf(2, $make(), fillNull: true));
$show(awaitAnyOf(3, $make()));
$show(awaitAnyOf(4, $make()));
$pending = new Async\Future;
$show(awaitAnyOf(2, ['ok' => $task('only one', 0), 'x' => $task(new Exception('one'), 1), 'y' => $task(new Exception('two'), 2)]));
$show(awaitAnyOf(3, ['never' => $pending, 'x' => $task(new Exception('makes it impossible'), 1), 'ok' => $task('O', 0)]));
$show(awaitAnyOf(2, [$pending]));
$show(awaitAnyOf(0, [$pending, Async\Future::completed(1)]));
$show(Async\await_any_of(1, []));
try {
    awaitAnyOf(-1, []);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
{"b":"B","a":"A"} {"bad":"E"}
{"a":"A","b":"B"} {"bad":"E"}
{"b":"B","bad":null,"a":"A"} {"bad":"E"}
{"slow":"S","b":"B","a":"A"} {"bad":"E"}
[] {"bad":"E"}
{"ok":"only one"} {"x":"one","y":"two"}
{"ok":"O"} {"x":"makes it impossible"}
[] []
[] []
[] []
Async\awaitAnyOf(): Argument #1 ($count) must be greater than or equal to 0
