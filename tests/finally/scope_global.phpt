--TEST--
The global scope accepts callbacks but never runs them: its end is the end of the application (FN-02, D13)
--FILE--
<?php
Async\Scope::global()->onFinally(fn($s) => print("called " . get_class($s) . "\n"));
Async\spawn(function () { Async\suspend(); echo "coroutine\n"; });
echo "main ends\n";
?>
--EXPECT--
main ends
coroutine
