--TEST--
Example of the documents: a child scope overrides its parent's slots (CX-05, CX-15)
--FILE--
<?php
use Async\Scope;
use function Async\currentContext;

$parentScope = new Scope();
$parentScope->set('connections', 0);
$parentScope->set('pdo', new ArrayObject(['shared']));
$childScope = Scope::inherit($parentScope);
$childScope->set('connections', 1);

$childScope->spawn(function () {
    echo "Child\n";
    echo currentContext()->get('connections') . ' ' . currentContext()->get('pdo')[0] . "\n";
});
$parentScope->spawn(function () {
    echo "Parent\n";
    echo currentContext()->get('connections') . "\n";
});
$parentScope->awaitCompletion();
?>
--EXPECT--
Child
1 shared
Parent
0
