--TEST--
The suspend examples of the document: two coroutines, main flow, cancellation (SU-01, SU-02, SU-03, SU-05)
--FILE--
<?php
use function Async\{spawn, suspend};

function example(string $name): void {
    echo "Hello, $name!";
    suspend();
    echo "Goodbye, $name!";
}
spawn('example', 'World');
spawn('example', 'Universe');
suspend();
suspend();
echo "\n";

spawn(function () {
    echo "Hello, World";
    suspend();
    echo "Goodbye, World";
});
echo "Back in the main flow ";
suspend();
echo " Back again ";
suspend();
echo "\n";
?>
--EXPECT--
Hello, World!Hello, Universe!Goodbye, World!Goodbye, Universe!
Back in the main flow Hello, World Back again Goodbye, World
