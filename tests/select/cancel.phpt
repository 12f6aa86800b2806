--TEST--
A cancelled select() has done nothing: a value handed to it passes on; a value that it has sent stays sent (D34, D37, P5)
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\{spawn, suspend, await, select};

$channel = new Channel;
$other = new Channel;
$choose = fn() => select(['other' => $other, 'channel' => $channel]);
$first = spawn($choose);
$second = spawn($choose);
suspend();
$channel->send('value');
$first->cancel();
echo json_encode(await($second)), ' ', json_encode($first->isCancelled()), "\n";

$only = spawn($choose);
suspend();
$channel->send('value');
$only->cancel();
var_dump(count($channel), $channel->recv());

$log = [];
$sender = spawn(function () use ($channel, $other, &$log) {
    try {
        $log[] = json_encode(select([[$other, 1], [$channel, 2]]));
        suspend();
        $log[] = 'BROKEN';
    } catch (AsyncCancellation) {
        $log[] = 'cancelled';
    }
});
suspend();
var_dump($channel->recv());
$sender->cancel();
await($sender);
echo implode(', ', $log), "\n";

// Parked at both channels, then cancelled: removed from both.
$chooser = spawn(fn() => select([[$other, 1], $channel]));
suspend();
$chooser->cancel();
var_dump($channel->sendAsync('nobody'), $other->isEmpty());
try {
    await($chooser);
} catch (AsyncCancellation $e) {
    echo "cancelled\n";
}
// schedules: none, it tests the order of turns
?>
--EXPECTF--
["channel","value"] true
int(1)
string(5) "value"
int(2)
[1,null], cancelled
bool(false)
bool(true)
cancelled
