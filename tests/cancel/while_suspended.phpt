--TEST--
A suspended coroutine is resumed with the cancellation at the place of its wait, and can go on (CN-02, CN-12, CO-07, CO-08, SU-05, TM-03)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout};

$forever = spawn(function () { try { delay(100000); } catch (Async\AsyncCancellation) {} });
$waits = [
    'suspend' => fn() => suspend(),
    'delay' => fn() => delay(100000),
    'Async\sleep' => fn() => Async\sleep(100000),
    'await coroutine' => fn() => await($forever),
    'await timeout' => fn() => await(timeout(100000)),
    'await with token' => fn() => await($forever, timeout(100000)),
    'as token' => fn() => await(timeout(100000), $forever),
];
foreach ($waits as $name => $wait) {
    $c = spawn(function () use ($name, $wait) {
        try {
            $wait();
            echo "$name returned\n";
        } catch (Async\AsyncCancellation $e) {
            echo "$name: ", str_replace(__DIR__, '', $e->getMessage()), "\n";
        }
        suspend();
        return "$name goes on";
    });
    suspend();
    $c->cancel();
    echo await($c), "\n";
}
$forever->cancel();
?>
--EXPECT--
suspend: cancelled at /while_suspended.php:26
suspend goes on
delay: cancelled at /while_suspended.php:26
delay goes on
Async\sleep: cancelled at /while_suspended.php:26
Async\sleep goes on
await coroutine: cancelled at /while_suspended.php:26
await coroutine goes on
await timeout: cancelled at /while_suspended.php:26
await timeout goes on
await with token: cancelled at /while_suspended.php:26
await with token goes on
as token: cancelled at /while_suspended.php:26
as token goes on
