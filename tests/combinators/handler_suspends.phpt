--TEST--
The handler of ignoreErrors() can suspend; a source that completes meanwhile is not lost (CB-05, D23)
--FILE--
<?php
// schedules: any
// schedules: may deadlock
use Async\{Future, FutureState};
use function Async\{spawn, await, any, all, ignoreErrors, suspend, delay};

foreach (['any', 'all'] as $kind) {
    $state = array_map(fn() => new FutureState, range(0, 2));
    $gate = new Future($open = new FutureState);
    $trigger = ("Async\\$kind")(array_map(fn($s) => new Future($s), $state));
    $waiter = spawn(fn() => await(ignoreErrors($trigger, function ($e) use ($gate) {
        echo "handler: {$e->getMessage()}\n";
        await($gate);
        echo "handler is done\n";
    })));
    $state[0]->error(new Exception('early'));
    while (!$waiter->isStarted()) suspend();
    $state[1]->error(new Exception('while the handler waits'));
    $state[2]->complete('result');
    suspend();
    $open->complete();
    echo json_encode(await($waiter)), "\n";
}
?>
--EXPECT--
handler: early
handler is done
handler: while the handler waits
handler is done
"result"
handler: early
handler is done
handler: while the handler waits
handler is done
{"2":"result"}
