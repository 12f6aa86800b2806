--TEST--
Coroutine, Timeout and CompositeException are final
--FILE--
<?php
foreach (['Coroutine', 'Timeout', 'CompositeException'] as $class) {
    var_dump((new ReflectionClass("Async\\$class"))->isFinal());
}
eval('class X extends Async\Coroutine {}');
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)

Fatal error: Class X %s final class %SAsync\Coroutine%S in %s on line %d
