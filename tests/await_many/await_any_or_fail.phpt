--TEST--
awaitAnyOrFail() gives the first outcome, also an error, and NULL without sources; the other sources go on (AW-18, CB-01, D23)
--FILE--
<?php
use function Async\{spawn, awaitAnyOrFail, suspend};

$slow = spawn(function () { suspend(); suspend(); suspend(); return 'slow'; });
var_dump(awaitAnyOrFail([$slow, spawn(fn() => 'quick')]));
var_dump($slow->isCompleted());
try {
    awaitAnyOrFail([$slow, spawn(fn() => throw new Exception('quick error'))]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump(awaitAnyOrFail(['k' => $slow]), Async\await_any_or_fail([]));
?>
--EXPECT--
string(5) "quick"
bool(false)
quick error
string(4) "slow"
NULL
