--TEST--
A timeout without a waiter does not keep the program running; a delay does (AW-11)
--FILE--
<?php
use function Async\{timeout, spawn, delay};

$start = hrtime(true);
$t = timeout(60000);
$u = new Async\Timeout(PHP_INT_MAX);
spawn(function () { delay(10); echo "delay is over\n"; });
register_shutdown_function(function () use ($start) {
    $ms = (hrtime(true) - $start) / 1e6;
    var_dump($ms >= 10, $ms < 20000);
});
?>
--EXPECT--
delay is over
bool(true)
bool(true)
