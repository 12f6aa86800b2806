--TEST--
A cancelled coroutine without an awaiter is silent: nothing is printed, other coroutines go on, exit status 0 (CN-05, D10 f)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('three kinds', <<<'PHP'
$a = Async\spawn(fn() => Async\delay(100000));
$b = Async\spawn(fn() => throw new Async\AsyncCancellation('thrown'));
$c = Async\spawn(fn() => print('never'));
$c->cancel();
Async\suspend();
$a->cancel();
unset($a, $b, $c);
Async\delay(1);
echo "goes on";
PHP);
?>
--EXPECT--
-- three kinds
goes on
status 0
