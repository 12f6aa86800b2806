--TEST--
find, get and has on one context: NULL for a missing key; set and unset return the context (CX-01, CX-02, CX-03, CX-04, CX-08)
--FILE--
<?php
use function Async\currentContext;

$c = currentContext();
foreach (['find', 'get', 'findLocal', 'getLocal', 'has', 'hasLocal'] as $method) echo $method, ': ', json_encode($c->$method('missing')), "\n";
var_dump($c->set('name', 'value') === $c);
foreach (['find', 'get', 'findLocal', 'getLocal', 'has', 'hasLocal'] as $method) echo $method, ': ', json_encode($c->$method('name')), "\n";
var_dump($c->unset('name') === $c, $c->unset('never set') === $c, $c->has('name'), $c->find('name'));
$c->set('a', 1)->set('b', [1, 2])->set('c', 1.5)->unset('a');
var_dump($c->find('a'), $c->find('b'), $c->find('c'));
?>
--EXPECT--
find: null
get: null
findLocal: null
getLocal: null
has: false
hasLocal: false
bool(true)
find: "value"
get: "value"
findLocal: "value"
getLocal: "value"
has: true
hasLocal: true
bool(true)
bool(true)
bool(false)
NULL
NULL
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
float(1.5)
