--TEST--
Output of coroutines comes after main's own buffers; buffers that a coroutine left open are flushed at the end (P9, D14, CO-04)
--FILE--
<?php
use function Async\{spawn, delay};

ob_start(fn($b) => strtoupper($b));
spawn(function () {
    ob_start(fn($b) => "[$b]");
    echo 'left open';
    delay(1);
    echo ' by coroutine';
});
spawn(function () { echo "plain coroutine\n"; });
echo "main buffer\n";
?>
--EXPECT--
MAIN BUFFER
PLAIN COROUTINE
[LEFT OPEN BY COROUTINE]
