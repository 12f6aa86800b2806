--TEST--
Coroutines park in generators, closures and filters that run beside an assignment but are not released by it
--FILE--
<?php
use function Async\{await, spawn, stats};

class Rows implements IteratorAggregate
{
    public function getIterator(): Generator
    {
        for ($i = 0; $i < 3; $i++) {
            usleep(1);
            yield $i;
        }
    }
}
class Filter
{
    private array $values = [];
    public function filter($value) { usleep(1); return $value > 1; }
    public function __get($name) { usleep(1); return $this->values[$name] ?? 1; }
    public function __set($name, $value) { usleep(1); $this->values[$name] = $value; }
}
function all_rows()
{
    yield from new Rows;
    yield from (new Rows)->getIterator();
    yield 9 => (function () { usleep(1); return 3; })();
}
$cases = [
    'yield from' => fn() => array_sum(iterator_to_array(all_rows(), false)),
    'a callback named filter' => fn() => array_values(array_filter([1, 2, 3], [new Filter, 'filter'])),
    'magic methods' => function () {
        $object = new Filter;
        $object->sum .= 'x';
        return $object->sum = $object->sum . 'y';
    },
    'a callback beside a variable by reference' => function () {
        $text = preg_replace_callback('/\d/', function ($match) { usleep(1); return $match[0] + 1; }, '123', -1, $n);
        return "$text $n";
    },
];
foreach ($cases as $what => $case) {
    $before = stats()['blocked_in_place'];
    $result = await(spawn($case));
    echo $what, ': ', json_encode($result), ', ', stats()['blocked_in_place'] - $before, " in place\n";
}
?>
--EXPECT--
yield from: 9, 0 in place
a callback named filter: [2,3], 0 in place
magic methods: "1xy", 0 in place
a callback beside a variable by reference: "234 3", 0 in place
