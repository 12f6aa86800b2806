--TEST--
Future::completed() and Future::failed() have their outcome from the beginning; a result can be any value (AW-17)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\await;

foreach ([null, 0, 'text', [1, 2], new ArrayObject([3])] as $value) {
    var_dump(await(Future::completed($value)) === $value);
}
var_dump(await(Future::completed()));
$error = new Error('ready made');
$future = Future::failed($error);
var_dump($future->isCompleted(), $future->isCancelled());
try {
    $future->await();
} catch (Error $e) {
    var_dump($e === $error);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
bool(true)
bool(false)
bool(true)
