--TEST--
exit() in a completion callback ends the application at once: no later callback runs (D15, D13)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('first of three', <<<'PHP'
$c = Async\spawn(fn() => 'r');
$c->onFinally(function () { echo "exit\n"; exit(4); });
$c->onFinally(fn() => print("must not run\n"));
$c->onFinally(fn() => throw new Exception('nor this'));
Async\spawn(function () { Async\delay(10); echo "nor this\n"; });
Async\delay(100000);
PHP);
show_php('after one that failed', <<<'PHP'
$c = Async\spawn(fn() => 'r');
$c->onFinally(fn() => throw new Exception('failed before'));
$c->onFinally(function () { echo "exit\n"; exit(5); });
Async\delay(100000);
PHP);
?>
--EXPECTF--
-- first of three
exit
status 4
-- after one that failed
exit
status 5
