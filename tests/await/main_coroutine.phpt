--TEST--
The main flow can be awaited like any coroutine; it completes with NULL when the script ends (D14, ED-01, ED-02)
--FILE--
<?php
use function Async\{spawn, await, currentCoroutine, suspend};

$main = currentCoroutine();
spawn(function () use ($main) {
    var_dump($main->isCompleted());
    $result = await($main);
    echo "main is over\n";
    var_dump($result, $main->isCompleted(), $main->isCancelled(), $main->getResult());
});
suspend();
echo "main ends\n";
?>
--EXPECT--
bool(false)
main ends
main is over
NULL
bool(true)
bool(false)
NULL
