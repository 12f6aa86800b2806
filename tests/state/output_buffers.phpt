--TEST--
Output buffers belong to the coroutine that opened them; their texts never mix (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

function buffered($name) {
    ob_start();
    echo "$name 1 ";
    suspend();
    ob_start(fn($b) => strtoupper($b));
    echo "$name inner ";
    delay(1);
    var_dump(ob_get_level());
    ob_end_flush();
    suspend();
    echo "$name 2";
    return ob_get_clean();
}
$cs = array_map(fn($n) => spawn('buffered', $n), ['a', 'b']);
ob_start();
echo 'main';
suspend();
var_dump(ob_get_level());
delay(5);
$main = ob_get_clean();
foreach ($cs as $c) echo await($c), "\n";
echo $main, "\n";
var_dump(ob_get_level());
// schedules: any
?>
--EXPECT--
a 1 A INNER INT(2)
a 2
b 1 B INNER INT(2)
b 2
mainint(1)

int(0)
