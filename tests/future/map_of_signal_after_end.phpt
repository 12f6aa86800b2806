--TEST--
A signal that arrives when the last coroutine to run has just ended starts the callbacks of its future (D32)
--SKIPIF--
<?php
if (!extension_loaded('posix')) {
    echo 'skip needs posix';
}
?>
--FILE--
<?php
use function Async\{await, signal, spawn};

foreach (['map', 'finally'] as $method) {
    $next = signal(SIGUSR1)->$method(function ($number = null) use ($method) {
        echo $method, ' ', $number === SIGUSR1 ? 'SIGUSR1' : '-', "\n";
        return 'done';
    });
    spawn(fn() => posix_kill(getmypid(), SIGUSR1));
    echo await($next) === 'done' ? "its value\n" : "the number\n";
}
?>
--EXPECT--
map SIGUSR1
its value
finally -
the number
