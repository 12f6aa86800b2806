--TEST--
Timeouts as sources fire as NULL and keep the program alive while the trigger has a waiter (CB-01, CB-02, TM-04, D24)
--FILE--
<?php
use Async\Future;
use function Async\{await, any, all, timeout, captureErrors, spawn};

var_dump(await(any([new Future, timeout(2)])));
var_dump(await(all(['t' => timeout(2), 'u' => timeout(1)])));
var_dump(await(captureErrors(all([captureErrors(timeout(1)), any([new Future, any([timeout(2)])])]))) === [[[null, []], null], []]);
any([$t = timeout(60000)]);
spawn(fn() => all([timeout(60000)]));
echo "a trigger without a waiter keeps nothing alive\n";
?>
--EXPECT--
NULL
array(2) {
  ["t"]=>
  NULL
  ["u"]=>
  NULL
}
bool(true)
a trigger without a waiter keeps nothing alive
