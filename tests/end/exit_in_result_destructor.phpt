--TEST--
exit in the destructor of an unreachable result ends the application at once (D15)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$class = 'class E { function __destruct() { echo "exit\n"; exit(6); } }';
show_php('result', $class . 'Async\spawn(fn() => new E); Async\spawn(fn() => print("never\n")); Async\delay(5); echo "never main\n";');
show_php('captured by the closure', $class . '$e = new E; Async\spawn(function () use ($e) {}); unset($e); Async\spawn(fn() => print("never\n")); Async\delay(5); echo "never main\n";');
show_php('argument', $class . 'Async\spawn(function ($e) {}, new E); Async\spawn(fn() => print("never\n")); Async\delay(5); echo "never main\n";');
show_php('kept handle', $class . '$c = Async\spawn(fn() => new E); Async\await($c); unset($c); echo "never main\n";');
?>
--EXPECT--
-- result
exit
status 6
-- captured by the closure
exit
status 6
-- argument
exit
status 6
-- kept handle
exit
status 6
