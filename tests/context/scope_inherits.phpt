--TEST--
Contexts inherit along the scopes: find, get and has walk up, the *Local methods do not; a child overrides its parent (CX-01, CX-02, CX-03, CX-05, CX-10)
--FILE--
<?php
use Async\Scope;

$parent = new Scope;
$middle = Scope::inherit($parent);
$child = Scope::inherit($middle);
$key = new Async\Key('k');
$parent->context->set('a', 'of the parent')->set($key, 'by key')->set('null', 'not null');
foreach (['find', 'get', 'findLocal', 'getLocal', 'has', 'hasLocal'] as $method) echo $method, ': ', json_encode($child->context->$method('a')), ' ', json_encode($child->context->$method($key)), "\n";

$middle->context->set('a', 'of the middle')->set('null', null);
echo $child->context->find('a'), ', ', $parent->context->find('a'), ', ', json_encode([$child->context->has('null'), $child->context->find('null')]), "\n";
$child->context->set('a', 'of the child')->unset($key);
echo $child->context->find('a'), ', ', $child->context->find($key), "\n";
echo $child->context->unset('a')->find('a'), "\n";
$middle->context->dispose();
echo $child->context->find('a'), "\n";
$sibling = Scope::inherit($parent);
$sibling->context->set('own', 1);
var_dump($child->context->has('own'), $parent->context->has('own'));
?>
--EXPECT--
find: "of the parent" "by key"
get: "of the parent" "by key"
findLocal: null null
getLocal: null null
has: true true
hasLocal: false false
of the middle, of the parent, [true,null]
of the child, by key
of the middle
of the parent
bool(false)
bool(false)
