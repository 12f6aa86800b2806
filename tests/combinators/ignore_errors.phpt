--TEST--
ignoreErrors() gives errors to the handler and waits for the other sources; NULL when none is left (CB-05, D23)
--FILE--
<?php
use function Async\{spawn, await, any, all, anyOf, ignoreErrors, suspend};

$ok = fn($v, $n = 0) => spawn(function () use ($v, $n) { while ($n-- > 0) suspend(); return $v; });
$bad = fn($m, $n = 0) => spawn(function () use ($m, $n) { while ($n-- > 0) suspend(); throw new Exception($m); });
$handler = function (Throwable $e) { echo '(', $e->getMessage(), ') '; };
$show = function (string $what, $trigger) {
    $value = await($trigger);
    echo "$what: ", json_encode($value), "\n";
};
$show('any', $any = ignoreErrors(any([$bad('one'), $ok('success', 2), $bad('two', 1), $bad('behind', 5)]), $handler));
$show('any again', $any);
$show('any, without handler', ignoreErrors(any([$bad('one'), $ok('success', 2)])));
$show('all', ignoreErrors(all(['a' => $bad('one'), 'b' => $ok('success', 2), 'c' => $bad('two', 3)]), $handler));
$show('all failed', ignoreErrors(all([$bad('one'), $bad('two')]), $handler));
$show('anyOf', ignoreErrors(anyOf(1, ['a' => $bad('one'), 'b' => $ok('success', 2)]), $handler));
$show('anyOf, too few', ignoreErrors(anyOf(2, ['a' => $bad('one'), 'b' => $ok('success', 2)]), $handler));
$show('coroutine', ignoreErrors($ok('value'), $handler));
$show('failing coroutine', ignoreErrors($bad('its own'), $handler));
?>
--EXPECT--
(one) (two) any: "success"
(behind) any again: null
any, without handler: "success"
(one) (two) all: {"b":"success"}
(one) (two) all failed: null
(one) anyOf: {"b":"success"}
(one) anyOf, too few: null
coroutine: "value"
(its own) failing coroutine: null
