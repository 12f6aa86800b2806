--TEST--
An error that a combinator did not use counts as unseen (D38, D23)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{awaitAnyOrFail, awaitFirstSuccess, any, await};

var_dump(awaitAnyOrFail([Future::completed('first'), Future::failed(new Exception('behind the first'))]));
var_dump(awaitFirstSuccess([Future::completed('first'), Future::failed(new Exception('behind the success'))]));
$trigger = any([Future::completed('first'), Future::failed(new Exception('left in the trigger'))]);
var_dump(await($trigger));
echo "dropped\n";
unset($trigger);
?>
--EXPECTF--
Warning: Unobserved error of the future created at %s:6, await it or call ignore(): Exception: behind the first in %s:6 in %s on line 6
string(5) "first"

Warning: Unobserved error of the future created at %s:7, await it or call ignore(): Exception: behind the success in %s:7 in %s on line 7
array(2) {
  [0]=>
  string(5) "first"
  [1]=>
  array(0) {
  }
}
string(5) "first"
dropped

Warning: Unobserved error of the future created at %s:8, await it or call ignore(): Exception: left in the trigger in %s:8 in %s on line 11
