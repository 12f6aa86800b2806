--TEST--
set() on a key that is set throws an AsyncException that names the key, unless $replace is true (CX-04, CX-09)
--FILE--
<?php
$c = Async\currentContext();
$key = new Async\Key('db');
$object = new ArrayObject;
$anonymous = new class {};
foreach (['name', '', "nul\0byte", $key, $object, $anonymous] as $k) {
    $c->set($k, 'first');
    try { $c->set($k, 'second'); } catch (Async\AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    echo $c->find($k), ' ', $c->set($k, 'third', replace: true)->find($k), ' ', $c->unset($k)->set($k, 'fourth')->find($k), "\n";
}
echo $c->set('new', 'replace without old', true)->find('new'), "\n";
?>
--EXPECT--
Async\AsyncException: The context has a value for "name" already; pass true for $replace to overwrite it
first third fourth
Async\AsyncException: The context has a value for "" already; pass true for $replace to overwrite it
first third fourth
Async\AsyncException: The context has a value for "nul" already; pass true for $replace to overwrite it
first third fourth
Async\AsyncException: The context has a value for Async\Key("db") already; pass true for $replace to overwrite it
first third fourth
Async\AsyncException: The context has a value for object(ArrayObject) already; pass true for $replace to overwrite it
first third fourth
Async\AsyncException: The context has a value for object(class@anonymous) already; pass true for $replace to overwrite it
first third fourth
replace without old
