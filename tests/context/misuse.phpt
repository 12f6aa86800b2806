--TEST--
A Context cannot be constructed, cloned, compared by value, serialized or given properties; wrong keys throw TypeError (CX-01, CX-04)
--FILE--
<?php
use Async\Context;

$c = Async\currentContext();
$r = new ReflectionClass(Context::class);
foreach ([
    fn() => new Context,
    fn() => $r->newInstance(),
    fn() => $r->newInstanceWithoutConstructor(),
    fn() => $c->__construct(),
    fn() => clone $c,
    fn() => serialize($c),
    fn() => unserialize('O:13:"Async\Context":0:{}'),
    fn() => $c->dynamic = 1,
    fn() => $c->find(),
    fn() => $c->find([]),
    fn() => $c->has(STDERR),
    fn() => $c->findLocal('a', 'b'),
    fn() => $c->hasLocal([]),
    fn() => $c->set('a'),
    fn() => $c->set([], 1),
    fn() => $c->set('a', 1, []),
    fn() => $c->unset([]),
    fn() => $c->dispose(1),
    fn() => Async\currentContext(1),
    fn() => Async\rootContext(1),
    fn() => Async\coroutineContext(1),
    fn() => Context::find('a'),
] as $f) {
    try { $f(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump($r->isFinal(), $c == Async\coroutineContext(), $c == $c, (array) $c, json_encode($c), $c->has('a'));
?>
--EXPECT--
Error: Call to private Async\Context::__construct() from global scope
ReflectionException: Access to non-public constructor of class Async\Context
ReflectionException: Class Async\Context is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Call to private method Async\Context::__construct() from global scope
Error: Trying to clone an uncloneable object of class Async\Context
Exception: Serialization of 'Async\Context' is not allowed
Exception: Unserialization of 'Async\Context' is not allowed
Error: Cannot create dynamic property Async\Context::$dynamic
ArgumentCountError: Async\Context::find() expects exactly 1 argument, 0 given
TypeError: Async\Context::find(): Argument #1 ($key) must be of type object|string, array given
TypeError: Async\Context::has(): Argument #1 ($key) must be of type object|string, resource given
ArgumentCountError: Async\Context::findLocal() expects exactly 1 argument, 2 given
TypeError: Async\Context::hasLocal(): Argument #1 ($key) must be of type object|string, array given
ArgumentCountError: Async\Context::set() expects at least 2 arguments, 1 given
TypeError: Async\Context::set(): Argument #1 ($key) must be of type object|string, array given
TypeError: Async\Context::set(): Argument #3 ($replace) must be of type bool, array given
TypeError: Async\Context::unset(): Argument #1 ($key) must be of type object|string, array given
ArgumentCountError: Async\Context::dispose() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\currentContext() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\rootContext() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\coroutineContext() expects exactly 0 arguments, 1 given
Error: Non-static method Async\Context::find() cannot be called statically
bool(true)
bool(false)
bool(true)
array(0) {
}
string(2) "{}"
bool(false)
