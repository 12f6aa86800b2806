--TEST--
Several callbacks throw: their exceptions become one CompositeException, in order (FN-09, D13)
--FILE--
<?php
use function Async\{spawn, await};

set_exception_handler(function ($e) {
    echo get_class($e), "\n";
    foreach ($e->getExceptions() as $x) echo '  ', get_class($x), ' ', $x->getMessage(), "\n";
});
$c = spawn(fn() => 'r');
$c->onFinally(fn() => throw new LogicException('one'));
$c->onFinally(fn() => throw new TypeError('two'));
$c->onFinally(fn() => print("three\n"));
$c->onFinally(fn() => throw new Exception('four'));
await($c);
// schedules: any
?>
--EXPECT--
three
Async\CompositeException
  LogicException one
  TypeError two
  Exception four
