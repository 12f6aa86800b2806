--TEST--
currentContext() and rootContext() give the context of the current scope, in every coroutine of it and at every depth (CX-06, CX-07)
--FILE--
<?php
use function Async\{currentContext, rootContext, spawn, await};

currentContext()->set('user', 'main');
var_dump(currentContext() === rootContext(), currentContext() === Async\current_context(), rootContext() === Async\root_context());
$c = currentContext();
await(spawn(function () use ($c) {
    var_dump(currentContext() === $c, rootContext() === $c, currentContext()->get('user'));
    currentContext()->set('from', 'coroutine');
}));
$f = new Fiber(fn() => currentContext()->find('from'));
$f->start();
var_dump($f->getReturn());
register_shutdown_function(function () use ($c) {
    echo 'shutdown function: ';
    var_dump(currentContext() === $c, currentContext()->find('from'));
});
class Last { function __destruct() { echo 'destructor: ', currentContext()->find('from'), "\n"; } }
$c->set('last', new Last);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(4) "main"
string(9) "coroutine"
shutdown function: bool(true)
string(9) "coroutine"
destructor: coroutine
