--TEST--
Reflection, debug output and the collector in isolations: getStaticProperties, setStaticPropertyValue, getStaticVariables, cycles through statics (I1)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class R { public static $a = 1; protected static int $b = 2; private static $c = ['x']; static function own() { static $v = 'v', $w = [1]; $v .= 'v'; return $v; } }
class RC extends R { static $d = R::class; }
$show = fn() => json_encode((new ReflectionClass('RC'))->getStaticProperties()) . json_encode((new ReflectionClass('R'))->getStaticProperties())
    . json_encode((new ReflectionMethod('R', 'own'))->getStaticVariables()) . json_encode((new ReflectionProperty('R', 'c'))->getValue())
    . json_encode((new ReflectionClass('R'))->getDefaultProperties()) . json_encode(get_class_vars('R'));
$before = $show();
echo $before, "\n";
$one = Scope::isolated(); $two = Scope::isolated();
$change = function ($v) use ($show) {
    foreach (['a' => $v, 'b' => $v, 'c' => [$v]] as $name => $value) {
        $p = new ReflectionProperty('R', $name);
        $p->setValue(null, $value);
    }
    (new ReflectionClass('RC'))->setStaticPropertyValue('d', $v);
    R::own();
    try { (new ReflectionClass('R'))->setStaticPropertyValue('b', 'no int'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    $own = $show();
    suspend();
    return $own === $show() ? $own : 'changed';
};
$a = $one->spawn($change, 5); $b = $two->spawn($change, 6);
echo await($a), "\n", await($b), "\n", $show() === $before ? 'as before' : $show(), "\n";

// Cycles that only statics of parked isolations hold are not garbage; those dropped are.
class Node { public $self; static $alive = 0; public $data; function __construct() { $this->self = $this; $this->data = [$this]; } }
class Holder { static $node; static $list = []; }
function held() { static $node; return $node ??= new Node; }
$weak = [];
$hold = function () use (&$weak) { Holder::$node = new Node; Holder::$list = [[new Node]]; $GLOBALS['node'] = new Node; $array = [1]; $array[] = &$array; $GLOBALS['array'] = $array;
    foreach ([Holder::$node, Holder::$list[0][0], $GLOBALS['node'], held()] as $n) $weak[] = WeakReference::create($n);
    unset($n, $array);
    suspend();
    for ($i = 0; $i < 3; $i++) { gc_collect_cycles(); suspend(); }
    return get_class(Holder::$node->self->data[0]) . get_class(held()->self) . count($GLOBALS['array']); };
$alive = function () use (&$weak) { return count(array_filter($weak, fn($w) => $w->get() !== null)); };
$a = $one->spawn($hold); $b = $two->spawn($hold);
suspend(); suspend();
for ($i = 0; $i < 12; $i++) { gc_collect_cycles(); suspend(); }
echo $alive(), ' ', await($a), ' ', await($b), "\n";
await($one->spawn(function () { Holder::$node = null; Holder::$list = []; }));
$a = $b = null;
gc_collect_cycles();
echo $alive(), "\n";
$one->dispose(); $one = null; suspend(); suspend(); gc_collect_cycles();
echo $alive(), "\n";
$two->dispose(); $two = null; suspend(); suspend(); gc_collect_cycles();
echo $alive(), "\n";
// Automatic runs of the collector, in the middle of exchanges.
$scopes = $jobs = [];
for ($i = 0; $i < 5; $i++) { $scopes[$i] = Scope::isolated(); $jobs[$i] = $scopes[$i]->spawn(function () { for ($j = 0; $j < 5000; $j++) { Holder::$node = new Node; Holder::$list[$j % 10] = [new Node, Holder::$node]; if ($j % 50 === 0) suspend(); } return count(Holder::$list); }); }
foreach ($jobs as $job) echo await($job), ' ';
echo gc_status()['runs'] > 1 ? 'collected' : 'never collected', ' ', var_export(Holder::$node, true), "\n";
?>
--EXPECT--
{"d":"R","a":1,"b":2}{"a":1,"b":2,"c":["x"]}{"v":"v","w":[1]}["x"]{"a":1,"b":2,"c":["x"]}{"a":1}
Cannot assign string to property R::$b of type int
Cannot assign string to property R::$b of type int
{"d":5,"a":5,"b":5}{"a":5,"b":5,"c":[5]}{"v":"vv","w":[1]}[5]{"a":1,"b":2,"c":["x"]}{"a":1}
{"d":6,"a":6,"b":6}{"a":6,"b":6,"c":[6]}{"v":"vv","w":[1]}[6]{"a":1,"b":2,"c":["x"]}{"a":1}
as before
8 NodeNode2 NodeNode2
6
4
0
10 10 10 10 10 collected NULL
