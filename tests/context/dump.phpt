--TEST--
print_r() and var_dump() show only values set in the context itself
--FILE--
<?php
class Foo {}
$c = Async\currentContext();
print_r($c);
$c->set('name', 'value')->set('1', [1])->set(new Async\Key('db'), null)->set(new Foo, true)->set('self', $c);
print_r($c);
$c->unset('self');
var_dump(Async\coroutineContext()->set('a', 1));
echo count((array) $c), "\n";
?>
--EXPECTF--
Async\Context Object
(
)
Async\Context Object
(
    [name] => value
    [1] => Array
        (
            [0] => 1
        )

    [Async\Key("db")#%d] => 
    [object(Foo)#%d] => 1
    [self] => Async\Context Object
 *RECURSION*
)
object(Async\Context)#%d (1) {
  ["a"]=>
  int(1)
}
0
