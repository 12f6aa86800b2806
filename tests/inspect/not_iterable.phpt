--TEST--
Reflection calls no class iterable whose objects refuse foreach, and the other ones as the engine does
--FILE--
<?php
foreach ([Async\Coroutine::class, Async\Future::class, Async\Timeout::class, Async\TaskGroup::class,
    Async\Channel::class, Generator::class, Fiber::class, ArrayObject::class] as $name) {
    $class = new ReflectionClass($name);
    echo "$name: ", $class->isIterable() ? 'yes' : 'no', $class->isIterateable() === $class->isIterable() ? '' : ' WRONG', "\n";
}
class Mine extends ReflectionClass {}
$coroutine = Async\spawn(fn() => 1);
var_dump((new Mine($coroutine))->isIterable(), (new ReflectionObject($coroutine))->isIterable());
var_dump((new Mine(new ArrayObject()))->isIterable());
foreach (get_declared_classes() as $name) {
    if (str_starts_with($name, 'Async\\') && (new ReflectionClass($name))->isIterable() && !is_a($name, Traversable::class, true)) {
        echo "$name is no Traversable\n";
    }
}
try {
    foreach ($coroutine as $value);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
Async\Coroutine: no
Async\Future: no
Async\Timeout: no
Async\TaskGroup: yes
Async\Channel: yes
Generator: yes
Fiber: no
ArrayObject: yes
bool(false)
bool(false)
bool(true)
Cannot iterate over an object of class Async\Coroutine: await() it first
