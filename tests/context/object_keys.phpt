--TEST--
Object keys are compared by identity and kept alive by their slot, so that no reused object id is taken for another key (CX-12)
--FILE--
<?php
enum Suit { case A; }
class Name { function __construct(public string $n) {} function __toString(): string { return $this->n; } function __destruct() { echo "key $this->n gone\n"; } }

$c = Async\currentContext();
$a = new Name('same');
$b = new Name('same');
$c->set($a, 'value of a');
var_dump($c->find($a), $c->find($b), $c->has($b), $c->has('same'), $c->hasLocal(clone $a));

// The only reference is in the slot: new objects never get the same id.
$id = spl_object_id($a);
unset($a);
$others = [];
for ($i = 0; $i < 1000; $i++) {
    $others[] = $o = new stdClass;
    if ($c->has($o) || spl_object_id($o) === $id) echo "taken for another\n";
}
echo "end of slot\n";
$c->dispose();
$c->set($b, $b);
unset($b);
echo "key and value are one\n";
$c->dispose();
$f = fn() => 1;
var_dump($c->set($f, 'closure')->find($f), $c->find(fn() => 1), $c->set(Suit::A, 'case')->find(Suit::A), $c->set($c, 'itself')->find($c));
$c->unset($c);
?>
--EXPECT--
key same gone
string(10) "value of a"
NULL
bool(false)
bool(false)
bool(false)
end of slot
key same gone
key and value are one
key same gone
string(7) "closure"
NULL
string(4) "case"
string(6) "itself"
