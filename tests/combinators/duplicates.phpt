--TEST--
One coroutine under several keys counts under each; of equal keys from an iterator the last one stays (CB-07, CB-08, D23)
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, any, all, anyOf, captureErrors, awaitAll};

$c = spawn(fn() => 'value');
echo json_encode(await(all(['a' => $c, 'b' => $c]))), "\n";
echo json_encode(await(anyOf(2, ['a' => $c, 'b' => $c]))), "\n";
$any = any([$c, $c]);
echo await($any), await($any), "\n";
$bad = spawn(fn() => throw new Exception('shared'));
[, $errors] = await(captureErrors(all(['x' => $bad, 'y' => $bad])));
var_dump(array_keys($errors), $errors['x'] === $errors['y']);
$same = function () {
    yield 'k' => spawn(fn() => 1);
    yield 'k' => spawn(fn() => 2);
};
echo json_encode(await(all($same()))), "\n";
?>
--EXPECT--
{"a":"value","b":"value"}
{"a":"value","b":"value"}
valuevalue
array(2) {
  [0]=>
  string(1) "x"
  [1]=>
  string(1) "y"
}
bool(true)
{"k":2}
