--TEST--
awaitAll() waits for all: results by key in the order of the input, errors by key in the order of completion (AW-18, CB-02, CB-04, D23)
--FILE--
<?php
use function Async\{spawn, awaitAll, suspend};

$task = fn($v, $n) => spawn(function () use ($v, $n) {
    while ($n-- > 0) suspend();
    return $v instanceof Throwable ? throw $v : $v;
});
$make = fn() => [
    'a' => $task('A', 6), 'b' => $task(new Exception('late'), 4), 7 => $task('seven', 2), 'd' => $task(new Exception('soon'), 0),
];
$show = function (array $pair) {
    [$results, $errors] = $pair;
    echo json_encode($results), ' ', json_encode(array_map(fn($e) => $e->getMessage(), $errors)), "\n";
};
$show(awaitAll($make()));
$show(awaitAll($make(), preserveKeyOrder: false));
$show(awaitAll($make(), fillNull: true));
$show(awaitAll($make(), null, false, true));
$show(Async\await_all([]));
?>
--EXPECT--
{"a":"A","7":"seven"} {"d":"soon","b":"late"}
{"7":"seven","a":"A"} {"d":"soon","b":"late"}
{"a":"A","b":null,"7":"seven","d":null} {"d":"soon","b":"late"}
{"d":null,"7":"seven","b":null,"a":"A"} {"d":"soon","b":"late"}
[] []
