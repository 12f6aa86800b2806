--TEST--
A fatal error while coroutines wait at channels and locks: none of them runs again (D15, D37)
--FILE--
<?php
use Async\{Channel, Mutex, Semaphore};
use function Async\{spawn, suspend, select, once, delay, await};

$channel = new Channel;
$mutex = new Mutex;
$semaphore = new Semaphore(1);
$once = once(fn() => delay(60_000));
$others = [
    fn() => await($channel->recvAsync()),
    fn() => $channel->recv(),
    fn() => (new Channel)->send(new ArrayObject([1])),
    fn() => select([$channel, [new Channel, new ArrayObject]]),
    fn() => $mutex->synchronized(fn() => delay(60_000)),
    fn() => $mutex->lock(),
    fn() => $semaphore->run(fn() => delay(60_000)),
    fn() => $semaphore->acquire(),
    $once,
    $once,
];
foreach ($others as $other) {
    spawn(function () use ($other) {
        try {
            $other();
        } finally {
            echo "BROKEN: finally\n";
        }
    });
}
$left = $channel->recvAsync();
suspend();
spawn(function () use ($channel) {
    // Received by coroutines that are woken and never run again.
    $channel->send(new ArrayObject([2]));
    $channel->send(new ArrayObject([3]));
    trigger_error('the end', E_USER_ERROR);
});
delay(60_000);
// schedules: none, it brings its own end
?>
--EXPECTF--
%r(?:(?!BROKEN).)*%rFatal error: the end in %s on line %d
  in coroutine %r(?:(?!BROKEN).)*%r
