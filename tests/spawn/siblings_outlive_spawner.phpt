--TEST--
The end of the spawner does not end the coroutines that it spawned (D5)
--FILE--
<?php
use function Async\{spawn, await, delay};

$outer = spawn(function () {
    spawn(function () {
        delay(2);
        echo "inner ends\n";
    });
    echo "outer ends\n";
});
await($outer);
echo "main ends\n";
// schedules: any
?>
--EXPECT--
outer ends
main ends
inner ends
