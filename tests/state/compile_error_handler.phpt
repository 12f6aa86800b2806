--TEST--
A wait in an error handler during compilation cannot switch: the handler waits in place, without a crash (architecture, D33)
--FILE--
<?php
use function Async\{spawn, suspend, delay, await};

$other = 0;
spawn(function () use (&$other) { while ($other < 1000) { $other++; suspend(); } });
suspend();
$before = $other;
set_error_handler(function ($n, $message) use (&$other, $before) {
    suspend();
    delay(1);
    echo 'handler: ', $message, ', others ran: ', $other - $before, "\n";
    return true;
});
eval('function f($a = 1, $b) {}');
suspend();
var_dump($other > $before);
$other = 1000;
?>
--EXPECTF--
handler: %SOptional parameter $a declared before required parameter $b is implicitly treated as a required parameter, others ran: 0
bool(true)
