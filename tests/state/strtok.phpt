--TEST--
strtok() keeps its position for each coroutine (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function tokens($text) {
    $list = [];
    for ($t = strtok($text, ' '); $t !== false; $t = strtok(' ')) {
        $list[] = $t;
        suspend();
    }
    return implode(',', $list);
}
$a = spawn('tokens', 'a b c d');
$b = spawn('tokens', '1 2 3');
echo strtok('main has tokens', ' '), "\n";
suspend();
echo strtok(' '), "\n";
echo await($a), ' ', await($b), "\n";
echo strtok(' '), "\n";
$c = spawn(function () { strtok('left over', ' '); });
await($c);
var_dump(await(spawn(fn() => @strtok(' ')))); // newer PHP warns
// schedules: any
?>
--EXPECT--
main
has
a,b,c,d 1,2,3
tokens
bool(false)
