--TEST--
The global scope has no handlers: setting one throws AsyncException (EH-10, D12)
--FILE--
<?php
use Async\Scope;

foreach (['setExceptionHandler', 'setChildScopeExceptionHandler'] as $method) {
    foreach ([Scope::global(), Async\currentScope()] as $scope) {
        try { $scope->$method(fn($e) => print("not called\n")); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    }
}
?>
--EXPECT--
The global scope has no exception handler: use set_exception_handler() or a scope of your own
The global scope has no exception handler: use set_exception_handler() or a scope of your own
The global scope has no exception handler: use set_exception_handler() or a scope of your own
The global scope has no exception handler: use set_exception_handler() or a scope of your own
