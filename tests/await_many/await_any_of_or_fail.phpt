--TEST--
awaitAnyOfOrFail() gives the wanted number of successes by key; an error before that is thrown at once (AW-18, CB-03, D23)
--FILE--
<?php
use function Async\{spawn, awaitAnyOfOrFail, suspend};

$task = fn($v, $n) => spawn(function () use ($v, $n) {
    while ($n-- > 0) suspend();
    return $v instanceof Throwable ? throw $v : $v;
});
$pending = new Async\Future;
echo json_encode(awaitAnyOfOrFail(2, ['never' => $pending, 'b' => $task('B', 3), 'a' => $task('A', 1)])), "\n";
echo json_encode(awaitAnyOfOrFail(2, ['never' => $pending, 'b' => $task('B', 3), 'a' => $task('A', 1)], preserveKeyOrder: false)), "\n";
$lists = [
    [2, fn() => [$pending, $task('A', 0), $task(new Exception('at once'), 1)]],
    [2, fn() => [$pending]],
    [1, fn() => [$task(new Exception('first'), 0), $task('later', 2)]],
];
foreach ($lists as [$n, $list]) {
    try {
        awaitAnyOfOrFail($n, $list());
    } catch (Exception $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo json_encode([awaitAnyOfOrFail(0, [$pending, Async\Future::failed(new Exception('not asked for'))->ignore()]), awaitAnyOfOrFail(0, []), Async\await_any_of_or_fail(3, [])]), "\n";
?>
--EXPECT--
{"b":"B","a":"A"}
{"a":"A","b":"B"}
Exception: at once
Async\AsyncException: Cannot wait for 2 successful results: at most 1 are possible
Exception: first
[[],[],[]]
