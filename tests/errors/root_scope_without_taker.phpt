--TEST--
An unhandled failure of an independent root scope, or of a child of the global one, ends the application as uncaught (ER-07, ER-10, D10 d, D21, D29)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

foreach (['root' => 'new Async\Scope', 'below root' => 'Async\Scope::inherit($root = new Async\Scope)', 'child of global' => 'Async\Scope::inherit()'] as $name => $make) {
    show_php($name, "\$scope = $make;\n" . <<<'PHP'
    register_shutdown_function(fn() => print("shutdown function\n"));
    $scope->spawn(function () { Async\suspend(); throw new Exception('not taken'); });
    try { Async\delay(600000); } catch (Async\AsyncCancellation $e) { echo 'main: ', $e->getPrevious()->getMessage(), "\n"; throw $e; }
    PHP);
    show_php("$name, exception handler", "\$scope = $make;\n" . <<<'PHP'
    set_exception_handler(fn($e) => print('user handler: ' . $e->getMessage() . "\n"));
    $scope->spawn(fn() => throw new Exception('not taken'));
    Async\delay(600000);
    PHP);
}
?>
--EXPECTF--
-- root
main: not taken

Fatal error: Uncaught Exception: not taken in Standard input code:3
%A
shutdown function
status 255
-- root, exception handler
user handler: not taken
status 0
-- below root
main: not taken

Fatal error: Uncaught Exception: not taken in Standard input code:3
%A
shutdown function
status 255
-- below root, exception handler
user handler: not taken
status 0
-- child of global
main: not taken

Fatal error: Uncaught Exception: not taken in Standard input code:3
%A
shutdown function
status 255
-- child of global, exception handler
user handler: not taken
status 0
