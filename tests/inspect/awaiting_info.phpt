--TEST--
getAwaitingInfo() shows what a coroutine waits for; [] when it is not suspended (TL-08)
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, timeout, currentCoroutine};

$sleeper = spawn(fn() => delay(100000));
$waiter = spawn(fn() => await($sleeper));
$limited = spawn(fn() => await(timeout(100000), timeout(200000)));
$turn = spawn(function () { while (true) suspend(); });
var_dump($sleeper->getAwaitingInfo(), currentCoroutine()->getAwaitingInfo());
suspend();
$info = $sleeper->getAwaitingInfo();
echo $info['type'], ' ', $info['remaining_ms'] > 50000 && $info['remaining_ms'] <= 100000 ? 'ok' : $info['remaining_ms'], "\n";
echo json_encode([$waiter->getAwaitingInfo(), $limited->getAwaitingInfo(), $turn->getAwaitingInfo()]), "\n";
var_dump($waiter->getAwaitingInfo()['id'] === $sleeper->getId());
foreach ([$sleeper, $waiter, $limited, $turn] as $c) $c->cancel();
suspend();
var_dump($sleeper->getAwaitingInfo());
// schedules: none, when main is cancelled one coroutine runs for ever
?>
--EXPECTF--
array(0) {
}
array(0) {
}
timer ok
[{"type":"coroutine","id":2},{"type":"awaitable","class":"Async\\Timeout"},{"type":"turn"}]
bool(true)
array(0) {
}
