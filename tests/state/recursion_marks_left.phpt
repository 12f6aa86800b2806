--TEST--
Magic methods and jsonSerialize() that are cancelled, throw, or lose their object while they wait leave no recursion mark behind (D43)
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Lazy implements JsonSerializable
{
    public static array $end = [];
    public $children = [];
    function __get($name) { return $this->load($name); }
    function __isset($name) { return $this->load($name) !== null; }
    function __set($name, $value) { $this->load($name); }
    function __unset($name) { $this->load($name); }
    function __debugInfo() { return [$this->load('info'), $this->children]; }
    function jsonSerialize(): mixed { return [$this->load('json'), $this->children]; }
    private function load($name)
    {
        suspend();
        if (array_pop(self::$end)) {
            throw new LogicException('thrown');
        }
        suspend();
        return "the $name";
    }
}
$make = function () {
    $object = new Lazy;
    $object->children = [[new Lazy], (object) ['x' => new Lazy]];
    return $object;
};
$calls = [
    fn($o) => $o->x,
    fn($o) => [$o->y, $o->x],
    fn($o) => isset($o->x),
    function ($o) { $o->x = 1; return array_keys(get_object_vars($o)); },
    function ($o) { unset($o->x); return array_keys(get_object_vars($o)); },
    fn($o) => json_encode([$o, $o]),
    fn($o) => isset($o->children[0][0]->x) . $o->children[0][0]->x,
    // The last one: an exception out of __debugInfo() is a fatal error of PHP.
    fn($o) => preg_replace('~#\d+~', '', print_r([$o], true)),
];
$expected = array_map(fn($call) => var_export($call($make()), true), $calls);
$failed = 0;
foreach (['cancelled', 'throws', 'object is dropped'] as $case) {
    for ($steps = 1; $steps < 7; $steps++) {
        foreach ($calls as $i => $first) {
            foreach ($calls as $j => $second) {
                if ($case !== 'object is dropped' && max($i, $j) === count($calls) - 1) {
                    continue;
                }
                $object = $make();
                $unlucky = spawn(function () use ($first, $object) {
                    try {
                        $first($object);
                    } catch (LogicException) {
                    }
                });
                $other = spawn(fn() => var_export($second($object), true));
                $late = spawn(function () use ($second, $object) { suspend(); return var_export($second($object), true); });
                if ($case === 'throws') {
                    // The first one is the first to go on.
                    Lazy::$end = [true];
                }
                for ($step = 0; $step < $steps; $step++) {
                    suspend();
                }
                if ($case === 'cancelled') {
                    $unlucky->cancel();
                }
                $again = $object;
                if ($case === 'object is dropped') {
                    unset($object, $again);
                }
                try { await($unlucky); } catch (Async\AsyncCancellation) { }
                $answers = [await($other), await($late), isset($again) ? var_export($second($again), true) : $expected[$j]];
                foreach ($answers as $answer) {
                    if ($answer !== $expected[$j] && $failed++ < 3) {
                        echo "$case, $steps steps, call $i, call $j: $answer, not $expected[$j]\n";
                    }
                }
                Lazy::$end = [];
            }
        }
    }
}
echo $failed, " failed\n";
?>
--EXPECT--
0 failed
