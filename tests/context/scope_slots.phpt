--TEST--
Scope has the slot methods of its context; set and unset return the scope (CX-15)
--FILE--
<?php
use Async\{Scope, Key};

class MyScope extends Scope {}

foreach ([Scope::class, MyScope::class] as $class) {
    $parent = new $class;
    $child = $class::inherit($parent);
    $key = new Key('k');
    var_dump($parent->set('a', 1) === $parent, $parent->set($key, 'by key')->unset('never set') === $parent);
    foreach (['find', 'get', 'findLocal', 'getLocal', 'has', 'hasLocal'] as $method) echo $method, ': ', json_encode([$parent->$method('a'), $child->$method('a'), $child->$method($key)]), "\n";
    var_dump($child->context->find('a'), $child->set('a', 2)->context->findLocal('a'), $parent->context->find('a'));
    try { $child->set('a', 3); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    var_dump($child->set('a', 3, true)->find('a'), $child->unset('a')->find('a'));
}
try { $parent->find([]); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $parent->context = $child->context; } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECTF--
bool(true)
bool(true)
find: [1,1,"by key"]
get: [1,1,"by key"]
findLocal: [1,null,null]
getLocal: [1,null,null]
has: [true,true,true]
hasLocal: [true,false,false]
int(1)
int(2)
int(1)
The context has a value for "a" already; pass true for $replace to overwrite it
int(3)
int(1)
bool(true)
bool(true)
find: [1,1,"by key"]
get: [1,1,"by key"]
findLocal: [1,null,null]
getLocal: [1,null,null]
has: [true,true,true]
hasLocal: [true,false,false]
int(1)
int(2)
int(1)
The context has a value for "a" already; pass true for $replace to overwrite it
int(3)
int(1)
%sArgument #1 ($key) must be of type object|string, array given
Cannot modify readonly property %s::$context
