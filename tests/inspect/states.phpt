--TEST--
The state methods are right at each stage of a coroutine's life: queued, running, suspended, woken, completed (CO-12, CO-13, TL-05, TL-06)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, currentCoroutine};

function show($when, $c) {
    $set = array_filter(['Started', 'Queued', 'Running', 'Suspended', 'Completed', 'Finished', 'Cancelled', 'CancellationRequested'], fn($m) => $c->{"is$m"}());
    echo "$when: ", implode(' ', $set), "\n";
}
$c = spawn(function () use (&$c) {
    show('running', $c);
    suspend();
    delay(100000);
});
show('spawned', $c);
suspend();
show('yielded', $c);
suspend();
show('parked', $c);
$c->cancel();
show('cancel() called', $c);
suspend();
show('over', $c);
show('main', currentCoroutine());
spawn(fn($main) => show('main from a coroutine', $main), currentCoroutine());
suspend();
?>
--EXPECT--
spawned: Queued
running: Started Running
yielded: Started Queued Suspended
parked: Started Suspended
cancel() called: Started Queued Suspended CancellationRequested
over: Started Completed Finished Cancelled CancellationRequested
main: Started Running
main from a coroutine: Started Queued Suspended
