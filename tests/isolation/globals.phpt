--TEST--
Global variables: $GLOBALS written, read, iterated, unset and grown, global, extract, compact, variable variables, include (I1)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

function bound($v) { global $g, $made; $old = $g; $g = $v; $made = $v; suspend(); return "$old $g $made"; }
function nested($v) { return (function () use ($v) { global $g; $g = $v; return (function () { suspend(); global $g; return $g; })(); })(); }
function through($v) { $GLOBALS['g'] = $v; $name = 'by' . $v; $GLOBALS[$name] = 1; suspend(); unset($GLOBALS['later']); return implode(',', array_diff(array_keys(array_filter($GLOBALS, "is_int")), ["argc"])); }
function grow($v) { for ($i = 0; $i < 1000; $i++) { $GLOBALS["grown$i"] = $v; if ($i % 100 === 0) suspend(); }
    $ok = true; for ($i = 0; $i < 1000; $i++) { $ok = $ok && $GLOBALS["grown$i"] === $v; } return var_export($ok, true) . count(preg_grep('/^grown/', array_keys($GLOBALS))); }
function referenced($v) { $r = &$GLOBALS['r']; $r .= $v; global $alias; $alias .= $v; suspend(); return "$r $alias $GLOBALS[r]"; }
function iterate($v) { $names = ''; foreach ($GLOBALS as $name => $value) { if (is_int($value) && $name !== "argc") { $names .= "$name$value "; $GLOBALS['during' . $v] = 'x'; suspend(); } } return $names; }
function extracted($v) { extract(['g' => $v, 'other' => $v]); suspend(); return implode(compact('g', 'other')) . $GLOBALS['g']; }
function variable($v) { $n = 'GLOBALS'; $name = 'g'; global $$name; $$name = $v; suspend(); return $g . $GLOBALS['g']; }
function included($v) { file_put_contents($file = tempnam(sys_get_temp_dir(), 'iso'), '<?php global $g; $g = "i$v"; Async\suspend(); $local = 1; return $g . ($GLOBALS["local"] ?? "");');
    $result = include $file; unlink($file); return $result; }
function evaluated($v) { return eval('global $g; $g = "e$v"; Async\suspend(); return $g;'); }

$g = 'main'; $r = 'r'; $alias = &$r; $int = 1; $later = 2; $list = [1, 2]; $undefined = null; unset($undefined);
$object = new stdClass;
$state = fn() => json_encode([$GLOBALS['g'], $GLOBALS['r'], $GLOBALS['alias'], $GLOBALS['int'], $GLOBALS['later'] ?? null, isset($GLOBALS['made']), isset($GLOBALS['grown5'])]);
$one = $two = null; $function = null; $i = null; $before = $state(); $results = [];
foreach (['bound', 'nested', 'through', 'grow', 'referenced', 'iterate', 'extracted', 'variable', 'included', 'evaluated'] as $function) {
    $one = Scope::isolated(); $two = Scope::isolated();
    $results = [$one->spawn($function, 'one'), $two->spawn($function, 'two')];
    suspend();
    if ($state() !== $before) echo "$function: main sees ", $state(), "\n";
    echo $function, ': ', await($results[0]), ' | ', await($results[1]), "\n";
    if ($state() !== $before) echo "$function: main sees ", $state(), "\n";
    // A second coroutine of the scope finds what the first has left.
    if (in_array($function, ['bound', 'nested', 'variable'])) echo ' ', await($one->spawn(fn() => $GLOBALS['g'])), "\n";
    $one->dispose(); $two->dispose(); $one = $two = null; $results = [];
    suspend(); suspend();
}
// Objects are shared, what holds them is not.
$one = Scope::isolated();
await($one->spawn(function () { global $object; $object->seen = true; $object = null; }));
echo get_class($object), json_encode($object), "\n";
// Main's own variables go on in its frame.
$g = 'changed'; $fresh = 'fresh'; unset($later);
$two = Scope::isolated();
var_dump(await($one->spawn(fn() => isset($GLOBALS['fresh'], $GLOBALS['g']))), await($two->spawn(fn() => $GLOBALS['fresh'] . $GLOBALS['g'] . isset($GLOBALS['later']))), $g);
?>
--EXPECT--
bound: main one one | main two two
 one
nested: one | two
 one
through: int,byone | int,bytwo
grow: true1000 | true1000
referenced: roneone roneone roneone | rtwotwo rtwotwo rtwotwo
iterate: int1 later2  | int1 later2 
extracted: oneonemain | twotwomain
variable: oneone | twotwo
 one
included: ione | itwo
evaluated: eone | etwo
stdClass{"seen":true}
bool(false)
string(12) "freshchanged"
string(7) "changed"
