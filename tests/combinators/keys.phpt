--TEST--
Keys are converted like array keys: numeric strings, NULL, floats, booleans; other types are refused (CB-07, CB-08, D23)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{await, all, any, awaitAll};

$pairs = function (...$keys) {
    foreach ($keys as $i => $key) yield $key => Future::completed($i);
};
var_dump(await(all($pairs(3, 'name', '7', null, true, false, 2.0))));
foreach ([[], new ArrayObject, STDIN] as $key) {
    foreach (['Async\all', 'Async\any', 'Async\awaitAll'] as $f) {
        try {
            $f($pairs($key));
        } catch (TypeError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
set_error_handler(function ($level, $message) {
    echo "$message\n";
    return true;
});
echo json_encode(await(all($pairs(1.5)))), "\n";
set_error_handler(function ($level, $message) {
    throw new ErrorException($message);
});
try {
    awaitAll($pairs(1.5));
} catch (ErrorException $e) {
    echo 'thrown: ', $e->getMessage(), "\n";
}
?>
--EXPECT--
array(7) {
  [3]=>
  int(0)
  ["name"]=>
  int(1)
  [7]=>
  int(2)
  [""]=>
  int(3)
  [1]=>
  int(4)
  [0]=>
  int(5)
  [2]=>
  int(6)
}
Async\all(): Argument #1 ($futures) must have keys that an array can have, array found
Async\any(): Argument #1 ($futures) must have keys that an array can have, array found
Async\awaitAll(): Argument #1 ($triggers) must have keys that an array can have, array found
Async\all(): Argument #1 ($futures) must have keys that an array can have, ArrayObject found
Async\any(): Argument #1 ($futures) must have keys that an array can have, ArrayObject found
Async\awaitAll(): Argument #1 ($triggers) must have keys that an array can have, ArrayObject found
Async\all(): Argument #1 ($futures) must have keys that an array can have, resource found
Async\any(): Argument #1 ($futures) must have keys that an array can have, resource found
Async\awaitAll(): Argument #1 ($triggers) must have keys that an array can have, resource found
Implicit conversion from float 1.5 to int loses precision
{"1":0}
thrown: Implicit conversion from float 1.5 to int loses precision
