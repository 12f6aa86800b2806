--TEST--
A loop over the results of map() begins with the first one, also when that was looked at before, as with a generator
--FILE--
<?php
use Async\ProcessPool;

$pool = new ProcessPool(function (int $n) {
    if ($n < 0) {
        throw new RangeException("negative: $n");
    }
    return $n;
}, workers: 1);

foreach (['valid', 'current', 'key'] as $method) {
    $results = $pool->map([1, 2], ordered: true);
    echo $method, ': ', json_encode($results->$method()), "\n";
    foreach ($results as $key => $value) {
        echo "$key => $value\n";
    }
}

// The second result is another place, and so is what follows a failure.
$results = $pool->map([1, 2], ordered: true);
$results->next();
try {
    $results->rewind();
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
$results = $pool->map([-1, 2], ordered: true);
try {
    $results->valid();
} catch (RangeException $e) {
    echo $e->getMessage(), "\n";
}
try {
    foreach ($results as $value);
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
valid: true
0 => 1
1 => 2
current: 1
0 => 1
1 => 2
key: 0
0 => 1
1 => 2
The results of a process pool can be read once: keep them with iterator_to_array()
negative: -1
The results of a process pool can be read once: keep them with iterator_to_array()
