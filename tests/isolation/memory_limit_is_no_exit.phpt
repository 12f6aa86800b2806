--TEST--
The memory limit within an isolated scope that catches exit() ends the program with the fatal error, as on stock PHP: finally blocks and other coroutines do not run, shutdown functions do
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('other memory is used');
?>
--INI--
memory_limit=64M
--FILE--
<?php
// schedules: none: a fatal error
use Async\Scope;
use function Async\{delay, spawn};

register_shutdown_function(function () {
    echo 'shutdown function, error ', error_get_last()['type'], "\n";
});
spawn(function () {
    delay(1000);
    echo "WRONG: another coroutine goes on\n";
});
$scope = Scope::isolated(catchExit: true);
$scope->spawn(function () {
    try {
        for (;;) {
            $list[] = str_repeat('x', 100000);
        }
    } finally {
        echo "WRONG: a finally block runs\n";
    }
});
$scope->awaitCompletion();
echo "WRONG: main goes on\n";
?>
--EXPECTF--
Fatal error: Allowed memory size of 67108864 bytes exhausted%A(tried to allocate %d bytes) in %s on line %d
shutdown function, error 1
