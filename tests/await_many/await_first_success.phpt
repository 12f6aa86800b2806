--TEST--
awaitFirstSuccess() gives the first success or NULL, and the errors before it by key (AW-18, CB-04, D23)
--FILE--
<?php
use function Async\{spawn, awaitFirstSuccess, suspend};

$task = fn($v, $n) => spawn(function () use ($v, $n) {
    while ($n-- > 0) suspend();
    return $v instanceof Throwable ? throw $v : $v;
});
$show = function (array $pair) {
    [$result, $errors] = $pair;
    echo json_encode($result), ' ', json_encode(array_map(fn($e) => $e->getMessage(), $errors)), "\n";
};
$show(awaitFirstSuccess(['a' => $task('late', 5), 'b' => $task(new Exception('two'), 2), 'c' => $task('success', 3), 'd' => $task(new Exception('one'), 0)]));
$show(awaitFirstSuccess(['x' => $task(new Exception('two'), 2), 'y' => $task(new Exception('one'), 0)]));
$show(awaitFirstSuccess(['x' => $task(null, 0)]));
$show(Async\await_first_success([]));
?>
--EXPECT--
"success" {"d":"one","b":"two"}
null {"y":"one","x":"two"}
null []
null []
