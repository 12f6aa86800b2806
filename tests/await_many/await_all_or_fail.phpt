--TEST--
awaitAllOrFail(): results by key, or the first error when all are over; the other errors count as handled (AW-18, CB-02, D23, D10 a)
--FILE--
<?php
use function Async\{spawn, awaitAllOrFail, suspend};

$task = fn($v, $n) => spawn(function () use ($v, $n) {
    while ($n-- > 0) suspend();
    return $v instanceof Throwable ? throw $v : $v;
});
echo json_encode(awaitAllOrFail(['a' => $task('A', 2), 'b' => $task('B', 0)])), "\n";
echo json_encode(awaitAllOrFail(['a' => $task('A', 2), 'b' => $task('B', 0)], preserveKeyOrder: false)), "\n";
try {
    awaitAllOrFail([$task(new Exception('late'), 3), $last = $task('value', 5), $soon = $task(new Exception('soon'), 1)]);
} catch (Exception $e) {
    echo $e->getMessage(), ' ';
    var_dump($e === $soon->getException(), $last->isCompleted());
}
var_dump(Async\await_all_or_fail([]));
for ($i = 0; $i < 5; $i++) suspend();
echo "end\n";
?>
--EXPECT--
{"a":"A","b":"B"}
{"b":"B","a":"A"}
soon bool(true)
bool(true)
array(0) {
}
end
