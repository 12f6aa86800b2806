--TEST--
Without a named scope every coroutine belongs to the global one, which lives as long as the request (SC-02, SC-03, SC-05, SC-06, SC-09, SC-24, LT-06)
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, await, currentScope, globalScope, current_scope, global_scope};

var_dump(currentScope() === Scope::global(), globalScope() === Scope::global(), current_scope() === global_scope());
$c = spawn(fn() => currentScope());
var_dump(await($c) === Scope::global());

$id = spl_object_id(Scope::global());
Scope::global()->set('key', 'value');
unset($c);
gc_collect_cycles();
var_dump(spl_object_id(Scope::global()) === $id, Scope::global()->get('key'), Scope::global()->isClosed());

// From inside of another scope: the new coroutine is detached from it.
$scope = new Scope;
$inner = await($scope->spawn(function () {
    return [
        globalScope()->spawn(fn() => currentScope()),
        Scope::global()->spawn(fn() => currentScope()),
        spawn(fn() => currentScope()),
    ];
}));
var_dump(await($inner[0]) === globalScope(), await($inner[1]) === globalScope(), await($inner[2]) === $scope);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(5) "value"
bool(false)
bool(true)
bool(true)
bool(true)
