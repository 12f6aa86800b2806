--TEST--
Waiting costs no processor time: no wake-ups while idle (issue 2 "Zero wake-ups while idle")
--SKIPIF--
<?php if (getenv('ASYNC_TEST_TOOL')) die('skip measures processor time'); ?>
--FILE--
<?php
use function Async\{spawn, delay, stats, timeout, await};

$t = timeout(100000);
for ($i = 0; $i < 50; $i++) spawn(fn() => delay(400));
delay(1);
$before = getrusage();
$turns = stats()['turns'];
delay(300);
$after = getrusage();
$spent = ($after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']) * 1e6 + $after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec'];
var_dump($spent < 50000, stats()['turns'] - $turns <= 5);
?>
--EXPECT--
bool(true)
bool(true)
