--TEST--
A value and the token at the same moment: the first one to reach a parked receiver wins; the value is neither lost nor doubled (D24, D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

$wait = function (Channel $channel, $token) {
    try {
        return 'got ' . $channel->recv($token);
    } catch (Async\AwaitCancelledException) {
        return 'token';
    }
};
// The value first.
$channel = new Channel;
$token = new Channel(1);
$receiver = spawn($wait, $channel, $token);
suspend();
$channel->send('a');
$token->send('stop');
var_dump(await($receiver), count($channel));

// The token first: no value can be handed over any more, but a value in the channel is found on resumption.
$token = new Channel(1);
$receiver = spawn($wait, $channel, $token);
suspend();
$token->send('stop');
var_dump($channel->sendAsync('nobody waits'));
$sender = spawn(fn() => $channel->send('b'));
$channel->isEmpty();
var_dump(await($receiver));
var_dump($channel->recv());

$channel = new Channel(1);
$token = new Channel(1);
$receiver = spawn($wait, $channel, $token);
suspend();
$token->send('stop');
$channel->send('c');
var_dump(await($receiver), count($channel));

// A sender whose token fired has sent nothing, also when a receiver comes before the sender runs.
$channel = new Channel;
$token = new Channel(1);
$sender = spawn(function () use ($channel, $token) {
    try {
        $channel->send('d', $token);
        return 'sent';
    } catch (Async\AwaitCancelledException) {
        return 'token';
    }
});
suspend();
$token->send('stop');
var_dump($channel->isEmpty());
$receiver = spawn($wait, $channel, null);
var_dump(await($sender));
$channel->send('e');
var_dump(await($receiver));
// schedules: none, it tests the order of turns
?>
--EXPECT--
string(5) "got a"
int(0)
bool(false)
string(5) "token"
string(1) "b"
string(5) "got c"
int(0)
bool(true)
string(5) "token"
string(5) "got e"
