--TEST--
Async\Key is final and Stringable, with a readonly description; no two keys are equal (CX-13)
--FILE--
<?php
use Async\Key;

$k = new Key('pdo connection');
$same = new Key('pdo connection');
echo $k, ' / ', $k->description, ' / ', json_encode((new Key)->description), ' / ', json_encode((string) new Key), "\n";
$r = new ReflectionClass(Key::class);
var_dump($r->isFinal(), $k instanceof Stringable, $r->getProperty('description')->isReadOnly(), $k == $same, $k === $same, $k == $k);
$c = Async\currentContext()->set($k, 1);
var_dump($c->find($k), $c->find($same), $c->find('pdo connection'));
foreach ([
    fn() => $k->description = 'other',
    fn() => $k->other = 1,
    fn() => $k->__construct('twice'),
    fn() => clone $k,
    fn() => serialize($k),
    fn() => unserialize('O:9:"Async\Key":0:{}'),
    fn() => new Key([]),
    fn() => new Key('a', 'b'),
    fn() => $r->newInstanceWithoutConstructor(),
] as $f) {
    try { $f(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump($k);
eval("class MyKey extends Async\\Key {}");
?>
--EXPECTF--
pdo connection / pdo connection / "" / ""
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
int(1)
NULL
NULL
Error: Cannot modify readonly property Async\Key::$description
Error: Cannot create dynamic property Async\Key::$other
Error: Cannot modify readonly property Async\Key::$description
Error: Trying to clone an uncloneable object of class Async\Key
Exception: Serialization of 'Async\Key' is not allowed
Exception: Unserialization of 'Async\Key' is not allowed
TypeError: Async\Key::__construct(): Argument #1 ($description) must be of type string, array given
ArgumentCountError: Async\Key::__construct() expects at most 1 argument, 2 given
ReflectionException: Class Async\Key is an internal class marked as final that cannot be instantiated without invoking its constructor
object(Async\Key)#%d (1) {
  ["description"]=>
  string(14) "pdo connection"
}

Fatal error: Class MyKey %s final class %SAsync\Key%S in %s on line %d
