--TEST--
ignore() prevents the warning, before the error or after it (D38)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};

$state = new FutureState;
$future = (new Future($state))->ignore();
var_dump($future instanceof Future);
$state->error(new Exception('ignored before'));
unset($future, $state);
Future::failed(new Exception('ignored afterwards'))->ignore();
echo "silent\n";
?>
--EXPECT--
bool(true)
silent
