--TEST--
A key with the value NULL is set: has() returns true, set() refuses to overwrite it (CX-01, CX-09, D17)
--FILE--
<?php
$c = Async\currentContext()->set('nothing', null);
var_dump($c->has('nothing'), $c->hasLocal('nothing'), $c->find('nothing'));
try { $c->set('nothing', 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
var_dump($c->find('nothing'), $c->set('nothing', 1, true)->find('nothing'));
?>
--EXPECT--
bool(true)
bool(true)
NULL
The context has a value for "nothing" already; pass true for $replace to overwrite it
NULL
int(1)
