--TEST--
A thousand sources cost list nodes, not coroutines (CB-02, CB-01, D23)
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, all, any, stats};

$states = $futures = [];
for ($i = 0; $i < 1000; $i++) {
    $futures[] = new Future($states[] = new FutureState);
}
foreach (['Async\all', 'Async\any'] as $f) {
    $coroutines = stats()['coroutines'];
    $before = memory_get_usage();
    $trigger = $f($futures);
    $bytes = (memory_get_usage() - $before) / 1000;
    echo $f, $bytes <= 180 ? '' : " takes $bytes bytes for each source", ' ', stats()['coroutines'] - $coroutines, "\n";
    $triggers[] = $trigger;
}
foreach ($states as $i => $state) $state->complete($i);
var_dump(await($triggers[0]) === range(0, 999));
$got = [];
for ($i = 0; $i < 1000; $i++) $got[] = await($triggers[1]);
var_dump($got === range(0, 999));
?>
--EXPECT--
Async\all 0
Async\any 0
bool(true)
bool(true)
