--TEST--
anyOf(): an error that comes after the wanted number of successes does not matter (CB-03, D23)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};
use function Async\{await, anyOf};

$trigger = anyOf(1, [Future::completed('enough'), (new Future($state = new FutureState))->ignore()]);
var_dump(await($trigger));
$state->error(new Exception('too late'));
var_dump(await($trigger));
?>
--EXPECT--
array(1) {
  [0]=>
  string(6) "enough"
}
array(1) {
  [0]=>
  string(6) "enough"
}
