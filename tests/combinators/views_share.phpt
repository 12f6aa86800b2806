--TEST--
captureErrors() and ignoreErrors() of any() are views of it: each outcome is delivered through one of them only (CB-04, CB-05, CB-06)
--FILE--
<?php
use Async\Future;
use function Async\{await, any, captureErrors, ignoreErrors};

$any = any([
    'a' => Future::failed(new Exception('one')), 'b' => Future::completed('two'),
    'c' => Future::failed(new Exception('three')), 'd' => Future::completed('four'), 'e' => Future::completed('five'),
]);
try {
    await($any);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
[$value, $errors] = await(captureErrors($any));
echo $value, ' ', count($errors), "\n";
echo await(ignoreErrors($any, fn($e) => print($e->getMessage() . ' '))), "\n";
echo await($any), "\n";
var_dump(await(ignoreErrors($any)));
?>
--EXPECT--
one
two 0
three four
five
NULL
