--TEST--
Exactly one source of select() takes effect, in every schedule: at the others nothing is lost or doubled (D34, D37, P5)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, await, select, protect};

$numbers = new Channel;
$letters = new Channel(1);
$back = new Channel(1);
$sent = $received = [];
$send = function (Channel $channel, array $values) use (&$sent) {
    foreach ($values as $value) {
        try {
            $channel->send($value);
        } catch (Async\ChannelException) {
            return;
        }
        $sent[] = $value;
    }
};
$choose = function () use ($numbers, $letters, $back, &$sent, &$received) {
    for ($i = 0; $i < 3; $i++) {
        [$key, $value] = select(['number' => $numbers, 'letter' => $letters, 'back' => [$back, "back $i"]]);
        if ($key === 'back') {
            $sent[] = "back $i";
            $received[] = $back->recv();
        } else {
            if (($key === 'number') !== is_int($value)) {
                echo "BROKEN: $value from $key\n";
            }
            $received[] = $value;
        }
    }
};
$all = [spawn($send, $numbers, [1, 2]), spawn($choose), spawn($send, $letters, ['a', 'b'])];
$wait = function () use ($all) {
    foreach ($all as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation $e) {
            if (!$coroutine->isCompleted()) {
                throw $e;
            }
        }
    }
};
spawn(function () use ($all, $numbers, $letters, $back) {
    try {
        await($all[1]);
    } catch (Async\AsyncCancellation) {
    }
    foreach ([$numbers, $letters, $back] as $channel) {
        $channel->close();
    }
});
try {
    $wait();
} catch (Async\AsyncCancellation) {
    protect($wait);
}
foreach ([$numbers, $letters, $back] as $channel) {
    while (!$channel->isEmpty()) {
        $received[] = $channel->recv();
    }
}
sort($sent);
sort($received);
if ($sent !== $received) {
    echo 'BROKEN: sent ', json_encode($sent), ', received ', json_encode($received), "\n";
}
echo "done\n";
// schedules: any
// schedules: may deadlock
?>
--EXPECT--
done
