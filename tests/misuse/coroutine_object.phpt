--TEST--
A Coroutine cannot be constructed, cloned, serialized, unserialized, extended or given properties
--FILE--
<?php
use function Async\{spawn, await};

$c = spawn(fn() => 1);
foreach ([
    fn() => new Async\Coroutine,
    fn() => clone $c,
    fn() => serialize($c),
    fn() => unserialize('O:15:"Async\Coroutine":0:{}'),
    fn() => $c->dynamic = 1,
    fn() => (new ReflectionClass('Async\Coroutine'))->newInstance(),
    fn() => (new ReflectionClass('Async\Coroutine'))->newInstanceWithoutConstructor(),
    fn() => $c->__construct(),
    fn() => clone Async\timeout(5),
    fn() => serialize(Async\timeout(5)),
    fn() => unserialize('O:13:"Async\Timeout":0:{}'),
    fn() => Async\timeout(5)->dynamic = 1,
    fn() => (new ReflectionClass('Async\Timeout'))->newInstanceWithoutConstructor(),
] as $f) {
    try { $f(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump((array) $c, json_encode($c), isset($c->x), count(get_object_vars($c)));
var_dump(await($c));
?>
--EXPECT--
Error: Call to private Async\Coroutine::__construct() from global scope
Error: Trying to clone an uncloneable object of class Async\Coroutine
Exception: Serialization of 'Async\Coroutine' is not allowed
Exception: Unserialization of 'Async\Coroutine' is not allowed
Error: Cannot create dynamic property Async\Coroutine::$dynamic
ReflectionException: Access to non-public constructor of class Async\Coroutine
ReflectionException: Class Async\Coroutine is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Call to private method Async\Coroutine::__construct() from global scope
Error: Trying to clone an uncloneable object of class Async\Timeout
Exception: Serialization of 'Async\Timeout' is not allowed
Exception: Unserialization of 'Async\Timeout' is not allowed
Error: Cannot create dynamic property Async\Timeout::$dynamic
ReflectionException: Class Async\Timeout is an internal class marked as final that cannot be instantiated without invoking its constructor
array(0) {
}
string(2) "{}"
bool(false)
int(0)
int(1)
