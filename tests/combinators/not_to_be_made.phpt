--TEST--
A trigger is made only by the functions; it can be neither cloned nor serialized (CB-06)
--FILE--
<?php
// schedules: any
use Async\Trigger;

$trigger = Async\any([]);
foreach ([fn() => new Trigger, fn() => clone $trigger, fn() => serialize($trigger), fn() => $trigger->x = 1,
    fn() => (new ReflectionClass('Async\Trigger'))->newInstanceWithoutConstructor()] as $f) {
    try {
        $f();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Error: Call to private Async\Trigger::__construct() from global scope
Error: Trying to clone an uncloneable object of class Async\Trigger
Exception: Serialization of 'Async\Trigger' is not allowed
Error: Cannot create dynamic property Async\Trigger::$x
ReflectionException: Class Async\Trigger is an internal class marked as final that cannot be instantiated without invoking its constructor
