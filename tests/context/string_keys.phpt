--TEST--
String keys are compared byte for byte; numeric strings stay strings and never match an object key (CX-01, D17)
--FILE--
<?php
$c = Async\currentContext();
$keys = ['1', '01', '1.0', ' 1', '+1', '-1', '-0', '0', '', "\0", "1\0", 'Ä', 'a', 'A', '9223372036854775807', '9223372036854775808', str_repeat('long', 5000)];
foreach ($keys as $i => $key) $c->set($key, $i);
foreach ($keys as $i => $key) if ($c->find($key) !== $i) echo 'wrong: ', json_encode($key), "\n";
$objects = [];
for ($i = 0; $i < 50; $i++) {
    $objects[] = $o = new stdClass;
    $c->set($o, "object $i");
    if ($c->has((string) spl_object_id($o)) && !in_array((string) spl_object_id($o), $keys, true)) echo "number of an object\n";
}
for ($i = 0; $i < 60; $i++) $c->set((string) $i, "string $i", true);
foreach ($objects as $i => $o) if ($c->find($o) !== "object $i") echo "wrong object $i\n";
for ($i = 0; $i < 60; $i++) if ($c->find((string) $i) !== "string $i") echo "wrong string $i\n";
var_dump($c->find('01'), $c->find(1), $c->find(true));
?>
--EXPECT--
int(1)
string(8) "string 1"
string(8) "string 1"
