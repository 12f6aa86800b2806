--TEST--
Waiting senders and receivers are served in the order of their calls; a new call does not overtake them (D37, P5)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

foreach ([0, 1, 3] as $capacity) {
    $channel = new Channel($capacity);
    $order = [];
    $receivers = [];
    foreach (range(1, 6) as $n) {
        $receivers[] = spawn(function () use ($channel, $n, &$order) {
            $order[] = "$n:" . $channel->recv();
        });
    }
    suspend();
    foreach (['a', 'b', 'c', 'd', 'e', 'f'] as $value) {
        $channel->send($value);
    }
    // Too late for all of them, although none has run yet.
    var_dump($channel->sendAsync('g') === $capacity > 0);
    foreach ($receivers as $receiver) {
        await($receiver);
    }
    echo implode(' ', $order), "\n";
    if ($capacity) {
        var_dump($channel->recv());
    }

    $order = [];
    foreach (range(1, 6) as $n) {
        spawn(function () use ($channel, $n) {
            $channel->send($n);
        });
    }
    suspend();
    for ($i = 0; $i < 6; $i++) {
        $order[] = $channel->recv();
    }
    echo implode(' ', $order), "\n";
    suspend();
}
// schedules: none, it tests the order of turns
?>
--EXPECT--
bool(true)
1:a 2:b 3:c 4:d 5:e 6:f
1 2 3 4 5 6
bool(true)
1:a 2:b 3:c 4:d 5:e 6:f
string(1) "g"
1 2 3 4 5 6
bool(true)
1:a 2:b 3:c 4:d 5:e 6:f
string(1) "g"
1 2 3 4 5 6
