--TEST--
The sleep functions wait cooperatively and answer as outside a coroutine (P10, P11, D11, IO-03)
--FILE--
<?php
require __DIR__ . '/transparency.inc';
transparent([
    'sleep' => fn() => sleep(1),
    'usleep' => fn() => usleep(300000),
    'time_nanosleep' => fn() => time_nanosleep(0, 300000000),
    'time_sleep_until' => fn() => time_sleep_until(microtime(true) + 0.3),
    'sleep(0)' => fn() => sleep(0),
    'usleep(0)' => fn() => usleep(0),
    'time_nanosleep(0, 0)' => fn() => time_nanosleep(0, 0),
    'sleep(-1)' => fn() => sleep(-1),
    'usleep(-1)' => fn() => usleep(-1),
    'time_nanosleep(-1, 0)' => fn() => time_nanosleep(-1, 0),
    'time_nanosleep(0, 2e9)' => fn() => time_nanosleep(0, 2000000000),
    'time_sleep_until the past' => fn() => time_sleep_until(1.0),
]);
?>
--EXPECT--
sleep: same
usleep: same
time_nanosleep: same
time_sleep_until: same
sleep(0): same
usleep(0): same
time_nanosleep(0, 0): same
sleep(-1): same
usleep(-1): same
time_nanosleep(-1, 0): same
time_nanosleep(0, 2e9): same
time_sleep_until the past: same
