--TEST--
iterate() passes value and key, runs at most $concurrency callbacks at a time, with 0 all at once, and returns when all are over (D39)
--FILE--
<?php
use function Async\{iterate, suspend};

foreach ([0, 1, 3, 100] as $concurrency) {
    $now = $most = 0;
    $seen = [];
    $result = iterate(['a' => 1, 'b' => 2, 7 => 3, 8 => 4, 9 => 5], function ($value, $key) use (&$now, &$most, &$seen) {
        $most = max($most, ++$now);
        suspend();
        suspend();
        $seen[$key] = $value;
        $now--;
    }, $concurrency);
    echo "$concurrency: at most $most, $now left, ", json_encode($seen), ' ', var_export($result, true), "\n";
}
iterate([], fn() => print("never\n"));
// The variable can change meanwhile; a reference arrives as a value.
$array = [1, 2, 3];
$first = &$array[0];
iterate($array, function ($value) use (&$array) { $array[] = 4; echo $value, "\n"; $value++; suspend(); }, 1);
var_dump($first);
?>
--EXPECT--
0: at most 5, 0 left, {"a":1,"b":2,"7":3,"8":4,"9":5} NULL
1: at most 1, 0 left, {"a":1,"b":2,"7":3,"8":4,"9":5} NULL
3: at most 3, 0 left, {"a":1,"b":2,"7":3,"8":4,"9":5} NULL
100: at most 5, 0 left, {"a":1,"b":2,"7":3,"8":4,"9":5} NULL
1
2
3
int(1)
