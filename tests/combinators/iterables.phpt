--TEST--
Sources can come from arrays, generators, iterators and aggregates (CB-07, D23)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{await, all};

$array = ['a' => Future::completed(1), 'b' => Future::completed(2)];
class Aggregate implements IteratorAggregate {
    public function __construct(private array $array) {}
    public function getIterator(): Iterator { return new ArrayIterator($this->array); }
}
$generator = (function () use ($array) { yield from $array; })();
$reference = &$array['a'];
foreach ([$array, $generator, new ArrayIterator($array), new ArrayObject($array), new Aggregate($array), new LimitIterator(new InfiniteIterator(new ArrayIterator($array)), 0, 3)] as $iterable) {
    echo is_object($iterable) ? get_class($iterable) : 'array', ' ', json_encode(await(all($iterable))), "\n";
}
$storage = new SplObjectStorage;
$storage[$array['a']] = 'data';
echo json_encode(await(all($storage))), "\n";
foreach ([1, 'text', null, new stdClass] as $wrong) {
    try {
        all($wrong);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
array {"a":1,"b":2}
Generator {"a":1,"b":2}
ArrayIterator {"a":1,"b":2}
ArrayObject {"a":1,"b":2}
Aggregate {"a":1,"b":2}
LimitIterator {"a":1,"b":2}
[1]
Async\all(): Argument #1 ($futures) must be of type Traversable|array, int given
Async\all(): Argument #1 ($futures) must be of type Traversable|array, string given
Async\all(): Argument #1 ($futures) must be of type Traversable|array, null given
Async\all(): Argument #1 ($futures) must be of type Traversable|array, stdClass given
