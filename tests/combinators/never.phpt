--TEST--
A trigger that can never fire throws at the first await: any([]), anyOf() of more than the sources; all([]) is [] (CB-01, CB-02, CB-03, D23)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{await, any, all, anyOf, captureErrors, ignoreErrors};

$try = function (string $what, $trigger) {
    try {
        $value = await($trigger);
        echo "$what: ", json_encode($value), "\n";
    } catch (Async\AsyncException $e) {
        echo "$what: ", $e->getMessage(), "\n";
    }
};
$pending = new Future;
$try('any([])', any([]));
$try('all([])', all([]));
$try('anyOf(1, [])', anyOf(1, []));
$try('anyOf(3, two)', anyOf(3, [$pending, $pending]));
$try('captureErrors(any([]))', captureErrors(any([])));
$try('captureErrors(all([]))', captureErrors(all([])));
$try('captureErrors(anyOf(2, one))', captureErrors(anyOf(2, [$pending])));
$try('ignoreErrors(any([]))', ignoreErrors(any([])));
$try('ignoreErrors(all([]))', ignoreErrors(all([])));
$try('ignoreErrors(anyOf(2, one))', ignoreErrors(anyOf(2, [$pending])));
foreach ([0, -1] as $count) {
    try {
        anyOf($count, []);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
any([]): Nothing is left to wait for: all sources of any() have been delivered
all([]): []
anyOf(1, []): Cannot wait for 1 successful results: at most 0 are possible
anyOf(3, two): Cannot wait for 3 successful results: at most 2 are possible
captureErrors(any([])): Nothing is left to wait for: all sources of any() have been delivered
captureErrors(all([])): [[],[]]
captureErrors(anyOf(2, one)): Cannot wait for 2 successful results: at most 1 are possible
ignoreErrors(any([])): null
ignoreErrors(all([])): []
ignoreErrors(anyOf(2, one)): Cannot wait for 2 successful results: at most 1 are possible
Async\anyOf(): Argument #1 ($count) must be greater than 0
Async\anyOf(): Argument #1 ($count) must be greater than 0
