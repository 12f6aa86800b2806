--TEST--
A value reserved for a cancelled receiver passes on at once, in order; a cancelled sender has sent nothing (D34, D37, P5)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

foreach ([0, 2] as $capacity) {
    echo "-- capacity $capacity\n";
    $channel = new Channel($capacity);
    $receive = function () use ($channel) {
        return $channel->recv();
    };
    // To the next waiter.
    [$first, $second] = [spawn($receive), spawn($receive)];
    suspend();
    $channel->send('one');
    $first->cancel();
    var_dump(await($second), $first->isCancelled());
    suspend();
    var_dump($first->isCancelled(), count($channel));

    // Back to the front of the channel, in the order in which the values were handed over.
    foreach ([[0, 1, 2], [2, 1, 0], [1, 0, 2]] as $order) {
        $receivers = [spawn($receive), spawn($receive), spawn($receive)];
        suspend();
        foreach ($receivers as $i => $_) {
            $channel->send("value $i");
        }
        $channel->sendAsync('value 3');
        foreach ($order as $i) {
            $receivers[$i]->cancel();
        }
        $count = count($channel);
        for ($all = []; !$channel->isEmpty();) {
            $all[] = $channel->recv();
        }
        echo $count, ': ', implode(', ', $all), "\n";
        suspend();
    }
    // Only one of three.
    $receivers = [spawn($receive), spawn($receive), spawn($receive)];
    suspend();
    foreach ($receivers as $i => $_) {
        $channel->send($i);
    }
    $receivers[1]->cancel();
    var_dump(await($receivers[0]), $channel->recv(), await($receivers[2]));

    // A waiting sender that is cancelled keeps its value; a received value counts as sent, and the sender knows.
    while ($channel->sendAsync('fill')) {
    }
    $log = [];
    foreach ([1, 2, 3] as $n) {
        $senders[$n] = spawn(function () use ($channel, $n, &$log) {
            try {
                $channel->send("from $n");
                $log[] = "$n has sent";
                suspend();
                $log[] = "BROKEN: $n goes on";
            } catch (Async\AsyncCancellation $e) {
                $log[] = "$n cancelled";
                throw $e;
            }
        });
    }
    suspend();
    $senders[1]->cancel();
    while (($value = $channel->recv()) === 'fill') {
    }
    var_dump($value);
    // Its value was received; the cancellation comes at its next wait.
    $senders[2]->cancel();
    $senders[3]->cancel();
    suspend();
    suspend();
    sort($log);
    echo implode(', ', $log), "\n";
    while (!$channel->isEmpty()) {
        var_dump($channel->recv());
    }
}
// schedules: none, it tests the order of turns
?>
--EXPECT--
-- capacity 0
string(3) "one"
bool(true)
bool(true)
int(0)
3: value 0, value 1, value 2
3: value 0, value 1, value 2
3: value 0, value 1, value 2
int(0)
int(1)
int(2)
string(6) "from 2"
1 cancelled, 2 cancelled, 2 has sent, 3 cancelled
-- capacity 2
string(3) "one"
bool(true)
bool(true)
int(0)
4: value 0, value 1, value 2, value 3
4: value 0, value 1, value 2, value 3
4: value 0, value 1, value 2, value 3
int(0)
int(1)
int(2)
string(6) "from 2"
1 cancelled, 2 cancelled, 2 has sent, 3 cancelled, 3 has sent
string(6) "from 3"
