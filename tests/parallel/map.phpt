--TEST--
ProcessPool::map(): results with the keys of the elements, in order of completion or of input; bounded; failures; dropped early
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\delay;

$pool = new ProcessPool(function (int $n) {
    if ($n < 0) {
        throw new DomainException("negative: $n");
    }
    delay($n);
    return $n * 2;
}, workers: 2);

$results = iterator_to_array($pool->map(['a' => 1, 'b' => 2, 7 => 3]));
ksort($results);
echo json_encode($results), "\n";

// The first is the slowest.
$order = [];
foreach ($pool->map([400, 1, 1], concurrency: 3) as $key => $value) {
    $order[] = $key;
}
echo 'completion: ', end($order) === 0 ? 'slowest last' : implode(',', $order), "\n";
$order = [];
foreach ($pool->map([100, 1, 1, 1, 50, 1], concurrency: 3, ordered: true) as $key => $value) {
    $order[] = "$key=$value";
}
echo 'input: ', implode(' ', $order), "\n";

// A generator is asked only when there is a place.
$taken = 0;
$generator = (function () use (&$taken) {
    for (;;) {
        $taken++;
        yield "key $taken" => 1;
    }
})();
foreach ($pool->map($generator, concurrency: 4) as $key => $value) {
    break;
}
echo $taken, " taken\n";

try {
    foreach ($pool->map([1, -5, 2], 1, true) as $value) {
        echo $value, "\n";
    }
} catch (DomainException $e) {
    echo $e->getMessage(), "\n";
}
try {
    foreach ($pool->map((function () { yield 1; throw new LogicException('of the generator'); })(), 5) as $value) {
        echo $value, "\n";
    }
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
var_dump(iterator_to_array($pool->map([])));
$once = $pool->map([1]);
foreach ($once as $value);
try {
    foreach ($once as $value);
} catch (AsyncException $e) {
    echo $e->getMessage(), "\n";
}
try {
    $pool->map([], -1);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
// What was dropped is cancelled: the pool has nothing left.
$dropped = $pool->map([60_000, 60_000, 60_000]);
$dropped->rewind();
Async\spawn(fn() => $dropped->valid());
delay(30);
unset($dropped);
foreach (Async\getCoroutines() as $coroutine) {
    $coroutine !== Async\currentCoroutine() && $coroutine->cancel();
}
unset($coroutine);
$pool->close();
$pool->awaitCompletion();
echo "end\n";
?>
--EXPECT--
{"7":6,"a":2,"b":4}
completion: slowest last
input: 0=200 1=2 2=2 3=2 4=100 5=2
4 taken
2
negative: -5
of the generator
array(0) {
}
The results of a process pool can be read once: keep them with iterator_to_array()
Async\ProcessPool::map(): Argument #2 ($concurrency) must be greater than or equal to 0
end
