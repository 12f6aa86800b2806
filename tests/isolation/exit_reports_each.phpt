--TEST--
After exit() each exception of a shutdown function of an isolated scope is reported: the first as fatal error, the others as warnings (ER-12, I6)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

show_php('three scopes', <<<'PHP'
use Async\Scope;
use function Async\delay;

foreach (['one', 'two', 'three'] as $name) {
    $scopes[] = $scope = Scope::isolated();
    $scope->spawn(fn() => register_shutdown_function(fn() => throw new Exception($name)));
}
delay(1);
exit(3);
PHP);
?>
--EXPECTF--
-- three scopes

Fatal error: Uncaught Exception: one in Standard input code:%d
%A
Warning: Uncaught Exception: two in Standard input code:%d
%A
Warning: Uncaught Exception: three in Standard input code:%d
%A
status 255
