--TEST--
map() gives a new future with the callback's result; errors pass unchanged (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};
use function Async\{await, suspend, delay};

$state = new FutureState;
$doubled = (new Future($state))->map(fn($n) => $n * 2);
$text = $doubled->map(function ($n) {
    suspend();
    delay(1);
    return "result $n";
});
var_dump($text->isCompleted());
$state->complete(21);
var_dump(await($text), await($doubled));

$error = new Exception('passes');
$future = Future::failed($error)->map(fn() => print("not called\n"))->map(fn() => print("nor this\n"));
try {
    await($future);
} catch (Exception $e) {
    var_dump($e === $error);
}
try {
    await(Future::completed(1)->map(fn() => throw new LogicException('of the callback')));
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(false)
string(9) "result 42"
int(42)
bool(true)
of the callback
