--TEST--
delay(0) yields once (D24, TM-08)
--FILE--
<?php
use function Async\{spawn, delay};

spawn(function () { echo "a1\n"; delay(0); echo "a2\n"; });
spawn(function () { echo "b1\n"; delay(0); echo "b2\n"; });
delay(0);
echo "main\n";
delay(0);
echo "end\n";
?>
--EXPECT--
a1
b1
main
a2
b2
end
