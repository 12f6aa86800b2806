--TEST--
A chain of 100,000 links does not grow the C stack, whether it runs, passes an outcome through, or is dropped (AW-17)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};
use function Async\await;

const LINKS = 100000;
function chain(Future $future, string $method, callable $callback): Future {
    for ($i = 0; $i < LINKS; $i++) {
        $future = $future->$method($callback);
    }
    return $future;
}
$state = new FutureState;
$end = chain(new Future($state), 'map', fn($n) => $n + 1);
$state->complete(0);
var_dump(await($end));

$state = new FutureState;
$end = chain(new Future($state), 'map', fn() => 'not called');
$state->error(new Exception('passed through'));
try {
    await($end);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
unset($state, $end);

$state = new FutureState;
$end = chain(new Future($state), 'map', fn() => 'not called');
unset($end, $state);
$state = new FutureState;
$end = chain(new Future($state), 'map', fn() => 'not called');
unset($state, $end);
echo "dropped\n";
?>
--EXPECT--
int(100000)
passed through
dropped
