--TEST--
iterate() refuses wrong arguments as PHP does, nests, ends by exit() in a callback, and needs no memory for each element (D39, D15)
--FILE--
<?php
use function Async\{iterate, suspend};
require __DIR__ . '/../inc/child.php';

foreach ([fn() => iterate(1, fn() => 1), fn() => iterate([], 'no function'), fn() => iterate([], fn() => 1, -1), fn() => iterate([])] as $wrong) {
    try { $wrong(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
iterate([1, 2], fn($a) => iterate([3, 4], function ($b) use ($a) { suspend(); echo "$a$b "; }, 1), 1);
echo "\n";
class Counter { function __call($name, $args) { echo "$name(", implode(', ', $args), ")\n"; } private function own($v) { echo "own $v\n"; } function all() { iterate([1, 2], [$this, 'own']); } }
iterate(['k' => 1, 'l' => 2], [new Counter, 'magic']);
(new Counter)->all();
$numbers = function () { for ($i = 0; $i < 20000; $i++) yield $i; };
iterate($numbers(), fn() => null, 10);
$before = memory_get_usage();
iterate($numbers(), fn($v) => str_repeat('x', 1000), 10);
echo memory_get_usage() - $before < 20000 ? "flat\n" : memory_get_usage() - $before . "\n";
show_php('exit', 'register_shutdown_function(function () { echo "shutdown\n"; Async\iterate([], fn() => 1); }); Async\iterate([1, 2], function ($v) { Async\suspend(); try { if ($v === 2) exit(3); Async\delay(100000); } finally { echo "never\n"; } });');
?>
--EXPECTF--
TypeError: Async\iterate(): Argument #1 ($iterable) must be of type Traversable|array, int given
TypeError: Async\iterate(): Argument #2 ($callback) must be a valid callback, function "no function" not found or invalid function name
ValueError: Async\iterate(): Argument #3 ($concurrency) must be greater than or equal to 0
ArgumentCountError: Async\iterate() expects at least 2 arguments, 1 given
13 14 23 24 
magic(1, k)
magic(2, l)
own 1
own 2
flat
-- exit
shutdown

Fatal error: Uncaught Async\AsyncException: Cannot iterate: the request is shutting down, and its coroutines have ended in %s
%A
status 255
