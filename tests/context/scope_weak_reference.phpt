--TEST--
A dead WeakReference still hides the parent's value: it reads as NULL and counts as not set (CX-05, CX-14)
--FILE--
<?php
use Async\Scope;

$parent = new Scope;
$child = Scope::inherit($parent);
$grandchild = Scope::inherit($child);
$parent->context->set('pdo', 'of the parent');
$object = new stdClass;
$child->context->set('pdo', WeakReference::create($object));
var_dump($grandchild->context->find('pdo') === $object);
unset($object);
var_dump($grandchild->context->find('pdo'), $grandchild->context->has('pdo'), $child->context->hasLocal('pdo'));
echo $child->context->unset('pdo')->find('pdo'), "\n";
?>
--EXPECT--
bool(true)
NULL
bool(false)
bool(false)
of the parent
