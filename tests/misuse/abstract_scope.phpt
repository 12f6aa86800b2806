--TEST--
Scope::inherit() and isolated() make no object of an abstract class (SH-02)
--FILE--
<?php
use Async\{BoundedScope, Scope};

abstract class Unfinished extends Scope {
    abstract public function work(): void;
}
abstract class Base extends BoundedScope {}
final class Complete extends Base {}

foreach ([Unfinished::class, Base::class, Complete::class] as $class) {
    foreach (['inherit', 'isolated'] as $method) {
        try {
            echo get_class($class::$method()), "\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
Cannot instantiate abstract class Unfinished
Cannot instantiate abstract class Unfinished
Cannot instantiate abstract class Base
Cannot instantiate abstract class Base
Complete
Complete
