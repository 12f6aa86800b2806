--TEST--
exit() in a scope's callback ends the application; no callback runs after exit() (D15, D13, EX-02)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('in the callback', <<<'PHP'
$scope = new Async\Scope;
$scope->onFinally(function () { echo "exit\n"; exit(3); });
$scope->onFinally(fn() => print("never\n"));
$scope->cancel();
try { Async\delay(600000); } finally { echo "never\n"; }
PHP);
show_php('before it', <<<'PHP'
$scope = new Async\Scope;
$scope->onFinally(fn() => print("never\n"));
$scope->spawn(function () { try { Async\delay(600000); } finally { echo "never\n"; } });
Async\suspend();
unset($scope);
exit(4);
PHP);
show_php('left open', <<<'PHP'
$scope = new Async\Scope;
$scope->onFinally(fn() => print("never\n"));
$scope->spawn(fn() => Async\delay(600000));
Async\suspend();
exit(5);
PHP);
?>
--EXPECTF--
-- in the callback
exit
status 3
-- before it

Warning: Coroutine is zombie at %s
status 4
-- left open

status 5
