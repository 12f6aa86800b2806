--TEST--
The global scope's callbacks: registered is not refused, its end is the application's (FN-02, D13)
--FILE--
<?php
Async\Scope::global()->onFinally(fn($s) => print("called " . get_class($s) . "\n"));
Async\spawn(function () { Async\suspend(); echo "coroutine\n"; });
echo "main ends\n";
?>
--EXPECT--
main ends
coroutine
