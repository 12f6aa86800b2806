--TEST--
captureErrors() gives [result, errors]: with all() every error, with any() the first success and the errors before it (CB-04, D23)
--FILE--
<?php
use function Async\{spawn, await, any, all, anyOf, captureErrors, suspend};

$ok = fn($v, $n = 0) => spawn(function () use ($v, $n) { while ($n-- > 0) suspend(); return $v; });
$bad = fn($m, $n = 0) => spawn(function () use ($m, $n) { while ($n-- > 0) suspend(); throw new Exception($m); });
$show = function (string $what, $trigger) {
    [$result, $errors] = await($trigger);
    echo "$what: ", json_encode($result), ' ', json_encode(array_map(fn($e) => $e->getMessage(), $errors)), "\n";
};
$show('all, fine', captureErrors(all(['a' => $ok(1), 'b' => $ok(2)])));
$show('all', captureErrors(all(['a' => $ok(1), 'b' => $bad('late', 3), 'c' => $bad('soon')])));
$show('any', $any = captureErrors(any(['a' => $bad('one'), 'b' => $ok('success', 2), 'c' => $bad('two', 1), 'd' => $bad('behind', 5)])));
$show('any again', $any);
foreach (['any exhausted' => $any, 'any of nothing' => captureErrors(any([])), 'anyOf, of nothing' => captureErrors(anyOf(1, []))] as $what => $trigger) {
    try {
        $show($what, $trigger);
    } catch (Async\AsyncException $e) {
        echo "$what: ", $e->getMessage(), "\n";
    }
}
$show('anyOf', captureErrors(anyOf(1, ['x' => $bad('one'), 'y' => $ok('success', 2)])));
$show('anyOf, too few', captureErrors(anyOf(2, ['x' => $bad('one'), 'y' => $ok('success', 2)])));
$show('coroutine', captureErrors($ok('value')));
$show('failing coroutine', captureErrors($bad('its own')));
$show('future', captureErrors(Async\Future::failed(new Exception('of a future'))));
?>
--EXPECT--
all, fine: {"a":1,"b":2} []
all: null {"c":"soon","b":"late"}
any: "success" {"a":"one","c":"two"}
any again: null {"d":"behind"}
any exhausted: Nothing is left to wait for: all sources of any() have been delivered
any of nothing: Nothing is left to wait for: all sources of any() have been delivered
anyOf, of nothing: Cannot wait for 1 successful results: at most 0 are possible
anyOf: {"y":"success"} {"x":"one"}
anyOf, too few: null {"x":"one"}
coroutine: "value" []
failing coroutine: null ["its own"]
future: null ["of a future"]
