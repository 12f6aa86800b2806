--TEST--
protect() returns the closure's result, throws its exceptions, accepts only closures (PR-03)
--FILE--
<?php
use function Async\{protect};

var_dump(protect(fn() => [1, 2]), protect(strlen(...) === null ?: fn() => null));
$data = ['x'];
$copy = protect(function &() use (&$data) { return $data; });
$copy[] = 'y';
var_dump(count($data));
try { protect(fn() => throw new Exception('passes')); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
foreach (['strlen', [new ArrayObject, 'count'], null] as $x) {
    try { protect($x); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
try { protect(fn($need) => 1); } catch (ArgumentCountError $e) { echo get_class($e), "\n"; }
?>
--EXPECT--
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
NULL
int(1)
passes
Async\protect(): Argument #1 ($closure) must be of type Closure, string given
Async\protect(): Argument #1 ($closure) must be of type Closure, array given
Async\protect(): Argument #1 ($closure) must be of type Closure, null given
ArgumentCountError
