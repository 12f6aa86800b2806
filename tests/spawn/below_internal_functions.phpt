--TEST--
A coroutine can be suspended below internal functions: callbacks, iterators, magic methods (CO-01, CO-02)
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Slow implements IteratorAggregate, ArrayAccess, Countable, JsonSerializable {
    private array $data = [];
    function __get($n) { suspend(); return "get $n"; }
    function __set($n, $v) { suspend(); $this->data[$n] = $v; }
    function __toString() { suspend(); return 'string'; }
    function getIterator(): Iterator { foreach ([1, 2] as $x) { suspend(); yield $x; } }
    function offsetExists($o): bool { suspend(); return true; }
    function offsetGet($o): mixed { suspend(); return "offset $o"; }
    function offsetSet($o, $v): void { suspend(); }
    function offsetUnset($o): void { suspend(); }
    function count(): int { suspend(); return 7; }
    function jsonSerialize(): mixed { suspend(); return ['json']; }
    function __serialize(): array { suspend(); return ['s']; }
    function __unserialize(array $d): void { suspend(); $this->data = $d; }
    function __clone() { suspend(); }
}
function work() {
    $o = new Slow;
    $o->x = 1;
    return json_encode([
        array_map(function ($x) { suspend(); return $x * 2; }, [1, 2]),
        preg_replace_callback('/\d/', function ($m) { suspend(); return "<$m[0]>"; }, 'a1b2'),
        iterator_to_array($o), $o->name, "$o", $o['k'], isset($o['k']), count($o),
        json_encode($o), serialize($o), get_class(unserialize(serialize($o))), get_class(clone $o),
        array_sum(array_filter([1, 2, 3, 4], function ($x) { suspend(); return $x % 2; })),
        call_user_func_array(fn(...$a) => suspend() ?? count($a), [1, 2, 3]),
        (function () { $r = 0; array_walk($GLOBALS['walk'], function ($v) use (&$r) { suspend(); $r += $v; }); return $r; })(),
        eval('Async\suspend(); return "eval";'),
    ]);
}
$walk = [1, 2, 3];
$alone = await(spawn('work'));
echo $alone, "\n";
$many = array_map(fn() => spawn('work'), range(1, 5));
foreach ($many as $c) {
    var_dump(await($c) === $alone);
}
?>
--EXPECT--
[[2,4],"a<1>b<2>",[1,2],"get name","string","offset k",true,7,"[\"json\"]","O:4:\"Slow\":1:{i:0;s:1:\"s\";}","Slow","Slow",4,3,6,"eval"]
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
