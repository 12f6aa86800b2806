--TEST--
dispose() releases values and keys in the order in which they were set, and leaves a usable context (CX-16, CX-17)
--FILE--
<?php
class D { function __construct(public string $name) {} function __destruct() { echo $this->name, "\n"; } }

$c = Async\currentContext();
$c->set('b', new D('first'))->set(new D('third, a key'), new D('second'))->set('a', new D('fourth'))->set('1', new D('fifth'));
$c->set('b', $c->find('b'), true);
var_dump($c->dispose());
var_dump($c->has('b'), $c->set('b', 1)->find('b'));
$c->dispose();
$c->dispose();
$c->set('x', new D('replaced'));
$c->set('x', new D('unset'), true);
$c->unset('x');
echo "end\n";
?>
--EXPECT--
first
second
third, a key
fourth
fifth
NULL
bool(false)
int(1)
replaced
unset
end
