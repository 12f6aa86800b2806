--TEST--
A future cancelled while its callback runs stays cancelled; the callback goes on (AW-17)
--FILE--
<?php
// schedules: may deadlock
use Async\{Future, FutureState, AsyncCancellation};
use function Async\{await, suspend};

$gate = new Future($open = new FutureState);
$map = Future::completed(1)->map(function () use ($gate) {
    await($gate);
    echo "callback is done\n";
    return 'too late';
});
suspend();
$map->cancel(new AsyncCancellation('not wanted any more'));
$open->complete();
suspend();
suspend();
try {
    await($map);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
callback is done
not wanted any more
