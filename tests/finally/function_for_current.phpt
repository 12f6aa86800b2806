--TEST--
The functions onFinally() and onExit() register for the current coroutine, main included (FN-05, FN-06)
--FILE--
<?php
use function Async\{spawn, await, suspend, onFinally, onExit, delay};

spawn(function () {
    $file = fopen('php://memory', 'w+');
    onFinally(function () use ($file) { fclose($file); echo "closed\n"; });
    onExit(fn($c) => print(get_class($c) . "\n"));
    Async\on_finally(fn() => print("snake\n"));
    Async\on_exit(fn() => print("snake 2\n"));
    fwrite($file, 'x');
    delay(1);
    echo "body ends\n";
});
onFinally(function ($main) {
    echo 'main is over: ', var_export($main->isCompleted(), true), "\n";
});
delay(500);
echo "main ends\n";
?>
--EXPECT--
body ends
closed
Async\Coroutine
snake
snake 2
main ends
main is over: true
