--TEST--
Combinators can be nested in combinators (CB-01, CB-02, CB-03, CB-04, CB-05, D23)
--FILE--
<?php
use function Async\{spawn, await, any, all, anyOf, captureErrors, ignoreErrors, suspend};

$ok = fn($v, $n = 0) => spawn(function () use ($v, $n) { while ($n-- > 0) suspend(); return $v; });
$bad = fn($m, $n = 0) => spawn(function () use ($m, $n) { while ($n-- > 0) suspend(); throw new Exception($m); });
$handler = function (Throwable $e) { echo '(', $e->getMessage(), ') '; };
$show = function (string $what, $trigger, int $times = 1) {
    while ($times-- > 0) {
        try {
            $value = await($trigger);
            array_walk_recursive($value, function (&$v) { $v = $v instanceof Exception ? 'E:' . $v->getMessage() : $v; }) ;
            echo "$what: ", json_encode($value), "\n";
        } catch (Exception $e) {
            echo "$what: ", get_class($e), ' ', $e->getMessage(), "\n";
        }
    }
};
$box = fn($t) => all(['in' => $t]);
$show('any of all', any([all([$ok(1), $ok(2)]), all([$ok(3, 4)])]), 3);
$show('any of any', $box(any([any([$bad('x'), $ok('y', 2)]), $ok('z', 4)])));
$show('all of any', all([any([$ok('a', 3), $ok('b')]), any([$ok('c')])]), 2);
$show('all of all', all([all([$ok(1), $ok(2)]), all(['k' => $ok(3)])]));
$show('all of failing all', all([all([$ok(1), $bad('inner')]), $ok(2)]));
$show('anyOf of anyOf', anyOf(1, [anyOf(1, ['k' => $ok('v')])]), 2);
$show('anyOf of anyOf that failed once', $t = anyOf(1, [anyOf(1, [$bad('e'), $ok('v', 2)])]), 2);
$show('captureErrors of captureErrors', captureErrors(captureErrors(any([$bad('e'), $ok('v', 1)]))));
$show('captureErrors of ignoreErrors', captureErrors(ignoreErrors(any([$bad('e'), $ok('v', 1)]), $handler)));
$show('ignoreErrors of captureErrors', ignoreErrors(captureErrors(all([$bad('e'), $ok('v', 1)])), $handler));
$show('ignoreErrors of any of failing all', $box(ignoreErrors(any([all([$bad('e'), $ok('v')]), $ok('w', 5)]), $handler)));
$show('captureErrors of any whose handler throws', captureErrors(any([
    'h' => ignoreErrors($bad('e'), fn($e) => throw new LogicException('handler')), 'k' => $ok('v', 4)])));
// The trigger is an argument in the trace of the handler's exception.
gc_collect_cycles();
?>
--EXPECT--
any of all: [1,2]
any of all: [3]
any of all: Async\AsyncException Nothing is left to wait for: all sources of any() have been delivered
any of any: Exception x
all of any: ["b","c"]
all of any: ["b","c"]
all of all: [[1,2],{"k":3}]
all of failing all: Exception inner
anyOf of anyOf: [{"k":"v"}]
anyOf of anyOf: [{"k":"v"}]
anyOf of anyOf that failed once: Exception e
anyOf of anyOf that failed once: Async\AsyncException Cannot wait for 1 successful results: at most 0 are possible
captureErrors of captureErrors: [["v",["E:e"]],[]]
(e) captureErrors of ignoreErrors: ["v",[]]
ignoreErrors of captureErrors: [null,["E:e"]]
(e) ignoreErrors of any of failing all: {"in":"w"}
captureErrors of any whose handler throws: ["v",{"h":"E:handler"}]
