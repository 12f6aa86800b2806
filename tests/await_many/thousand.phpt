--TEST--
Each function of the family handles a thousand coroutines at once, also in groups that share sources (AW-18, CB-02, D23)
--FILE--
<?php
// schedules: any
use function Async\{spawn, awaitAll, awaitAnyOf, suspend};

$tasks = [];
for ($i = 0; $i < 1000; $i++) {
    $tasks["k$i"] = spawn(function () use ($i) {
        for ($n = $i % 7; $n > 0; $n--) suspend();
        return $i % 10 === 3 ? throw new Exception("$i") : $i;
    });
}
$half = spawn(fn() => awaitAnyOf(450, $tasks));
[$results, $errors] = awaitAll($tasks);
var_dump(count($results), count($errors), array_key_first($results), array_key_last($results), $results['k42']);
var_dump(count(Async\await($half)[0]));
?>
--EXPECT--
int(900)
int(100)
string(2) "k0"
string(4) "k999"
int(42)
int(450)
