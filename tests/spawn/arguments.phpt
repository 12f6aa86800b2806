--TEST--
spawn() passes further arguments to the callable: positional, named, variadic, unpacked, defaults kept (SP-02)
--FILE--
<?php
use function Async\{spawn, await};

function f($a, $b = 'default b', ...$rest) {
    return json_encode([$a, $b, $rest]);
}

echo await(spawn('f', 1)), "\n";
echo await(spawn('f', 1, 2, 3, 4)), "\n";
echo await(spawn('f', b: 'named', a: 'also')), "\n";
echo await(spawn('f', 1, extra: 'x', more: 'y')), "\n";
echo await(spawn('f', ...[1, 2], ...['c' => 3])), "\n";
echo await(spawn(task: 'f', a: 'task was named too')), "\n";
$object = new stdClass;
var_dump(await(spawn(fn($o) => $o, $object)) === $object);
?>
--EXPECT--
[1,"default b",[]]
[1,2,[3,4]]
["also","named",[]]
[1,"default b",{"extra":"x","more":"y"}]
[1,2,{"c":3}]
["task was named too","default b",[]]
bool(true)
