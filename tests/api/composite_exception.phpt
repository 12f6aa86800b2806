--TEST--
CompositeException collects exceptions in order; it is an AsyncException (FN-09)
--FILE--
<?php
$c = new Async\CompositeException('message', 3, $p = new Exception('previous'));
var_dump($c->getExceptions(), $c->getMessage(), $c->getCode(), $c->getPrevious() === $p);
$c->addException($a = new Exception('a'));
$c->addException($b = new Error('b'));
$c->addException($a);
var_dump($c->getExceptions() === [$a, $b, $a]);
$list = $c->getExceptions();
$list[] = 'changed';
var_dump(count($c->getExceptions()));
try { $c->addException('text'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$c->addException($c);
unset($c, $list);
gc_collect_cycles();
echo "end\n";
?>
--EXPECT--
array(0) {
}
string(7) "message"
int(3)
bool(true)
bool(true)
int(3)
Async\CompositeException::addException(): Argument #1 ($exception) must be of type Throwable, string given
end
