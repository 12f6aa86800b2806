--TEST--
Code that looks like a keyword form stays PHP in a file that is valid PHP (SY-08, SY-23, D20)
--FILE--
<?php
function await($x) { return fn(...$y) => "await of $x " . implode($y); }
function spawn($x) { return fn(...$y) => "spawn of $x " . implode($y); }
const spawn = ['x'], await = ['x' => 1];

echo await ('a')(), "\n";
echo spawn ('b')('c'), "\n";
echo spawn [0], await ['x'], "\n";
echo json_encode([spawn, await]), "\n";
spawn;
await;
?>
--EXPECT--
await of a 
spawn of b c
x1
[["x"],{"x":1}]
