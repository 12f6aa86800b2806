--TEST--
Every ready coroutine runs once in each round, in the same order (P1, P3)
--FILE--
<?php
use function Async\{spawn, suspend};

$log = '';
foreach (range('a', 'j') as $name) {
    spawn(function () use ($name, &$log) {
        for ($i = 0; $i < 50; $i++) {
            $log .= $name;
            suspend();
        }
    });
}
for ($i = 0; $i < 51; $i++) suspend();
var_dump($log === str_repeat('abcdefghij', 50));
?>
--EXPECT--
bool(true)
