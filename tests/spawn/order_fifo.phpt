--TEST--
Coroutines start and resume in FIFO order, at any depth (D4, SP-05, SU-02, P3)
--FILE--
<?php
use function Async\{spawn, suspend};

foreach (['a', 'b', 'c'] as $name) {
    spawn(function () use ($name) {
        echo "$name 1\n";
        if ($name === 'a') {
            spawn(function () {
                echo "nested\n";
            });
        }
        suspend();
        echo "$name 2\n";
    });
}
suspend();
echo "main\n";
?>
--EXPECT--
a 1
b 1
c 1
main
nested
a 2
b 2
c 2
