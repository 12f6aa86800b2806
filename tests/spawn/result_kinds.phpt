--TEST--
The result is the return value of the body: any type, a reference as a value, a generator not run, NULL without return (AW-02)
--FILE--
<?php
use function Async\{spawn, await};

class Store {
    public array $data = ['k' => 'v'];
    public function &ref() { return $this->data; }
}

$store = new Store;
$copy = await(spawn([$store, 'ref']));
$copy['k'] = 'changed';
var_dump($store->data['k']);

$c = spawn([$store, 'ref']);
await($c);
$store->data['k'] = 'later';
var_dump($c->getResult()['k']);

function gen($n) { echo "gen runs\n"; for ($i = 0; $i < $n; $i++) yield $i; return 'ret'; }
$generator = await(spawn('gen', 3));
var_dump($generator instanceof Generator);
echo implode(',', iterator_to_array($generator)), ' ', $generator->getReturn(), "\n";

var_dump(await(spawn(function () {})));
var_dump(await(spawn(fn() => 1.5)), await(spawn(fn() => 'text')), await(spawn(fn() => [1, [2]])), await(spawn(fn() => false)));
$object = new stdClass;
var_dump(await(spawn(fn() => $object)) === $object);
function never_returns(): never { throw new LogicException('never'); }
try { await(spawn('never_returns')); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
string(1) "v"
string(1) "v"
bool(true)
gen runs
0,1,2 ret
NULL
float(1.5)
string(4) "text"
array(2) {
  [0]=>
  int(1)
  [1]=>
  array(1) {
    [0]=>
    int(2)
  }
}
bool(false)
bool(true)
never
