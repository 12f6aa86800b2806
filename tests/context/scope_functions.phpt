--TEST--
currentContext() belongs to the current scope, rootContext() to the top of its tree: an independent root or the global scope (CX-06, CX-07, CX-10, CX-11)
--FILE--
<?php
use Async\Scope;
use function Async\{currentContext, rootContext, spawn, await};

$global = currentContext()->set('where', 'global');
var_dump(Scope::global()->context === $global);
$root = new Scope;
$root->context->set('where', 'root');
$child = Scope::inherit($root);
$ofGlobal = Scope::inherit();
$ofGlobal->context->set('where', 'child of the global scope');
await($root->spawn(fn() => var_dump(currentContext() === $root->context, rootContext() === $root->context)));
await($child->spawn(function () use ($root, $child) {
    var_dump(currentContext() === $child->context, rootContext() === $root->context, currentContext()->find('where'));
    // Spawned from here: the same scope, the same context.
    await(spawn(fn() => var_dump(currentContext() === $child->context)));
}));
await($ofGlobal->spawn(fn() => var_dump(currentContext() === $ofGlobal->context, rootContext() === $global, currentContext()->find('where'), rootContext()->find('where'))));
// An independent root sees nothing of the global scope.
$global->set('only global', 1);
var_dump($child->context->has('only global'), $ofGlobal->context->has('only global'), currentContext() === $global);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(4) "root"
bool(true)
bool(true)
bool(true)
string(25) "child of the global scope"
string(6) "global"
bool(false)
bool(true)
bool(true)
