--TEST--
A buffer open at the first async call is common: it receives all output, in order of time (CO-04)
--FILE--
<?php
use function Async\{spawn, suspend};

ob_start();
echo 'before ';
spawn(function () { echo 'a1 '; suspend(); echo 'a2 '; });
echo 'main ';
suspend();
echo 'main2 ';
suspend();
$text = ob_get_clean();
echo "[$text]\n";
spawn(function () { echo "after the base was closed\n"; });
suspend();
?>
--EXPECT--
[before main a1 main2 a2 ]
after the base was closed
