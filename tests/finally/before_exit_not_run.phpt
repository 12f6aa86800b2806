--TEST--
exit() runs no completion callbacks (D15, EX-02)
--FILE--
<?php
use function Async\{spawn, suspend, onFinally, delay};

spawn(function () {
    onFinally(fn() => print("must not run\n"));
    delay(100000);
});
onFinally(fn() => print("must not run either\n"));
suspend();
exit("exit\n");
// schedules: any
?>
--EXPECT--
exit
