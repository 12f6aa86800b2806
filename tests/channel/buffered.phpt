--TEST--
With a capacity send() waits only while the channel is full; the buffer grows, wraps and shrinks in order (D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend};

$channel = new Channel(2);
$channel->send(1);
var_dump(count($channel), $channel->isFull(), $channel->isEmpty());
$channel->send(2);
var_dump(count($channel), $channel->isFull(), $channel->isEmpty());
$sent = [];
foreach ([3, 4] as $value) {
    spawn(function () use ($channel, $value, &$sent) {
        $channel->send($value);
        $sent[] = $value;
    });
}
suspend();
var_dump(count($channel), $sent);
// The value of the first waiting sender moves into the buffer at once, and the sender goes on.
var_dump($channel->recv(), count($channel));
suspend();
var_dump($sent);
var_dump($channel->recv(), $channel->recv(), $channel->recv(), count($channel));

// Grow and shrink, with the ring wrapping around at each size.
$channel = new Channel(1000);
$in = $out = 0;
foreach ([3, -2, 7, -8, 20, -1, 500, -450, 800, -869, 1000, -1000, 5, -5] as $step) {
    for (; $step > 0; $step--) {
        $channel->send($in++);
    }
    for (; $step < 0; $step++) {
        $value = $channel->recv();
        if ($value !== $out++) {
            echo "BROKEN: $value\n";
        }
    }
    if (count($channel) !== $in - $out) {
        echo "BROKEN: count\n";
    }
}
var_dump($in, $out, $channel->isEmpty());

// A large capacity costs no memory until values are sent.
$before = memory_get_usage();
$channel = new Channel(PHP_INT_MAX);
var_dump($channel->capacity() === PHP_INT_MAX, memory_get_usage() - $before < 1000);
// schedules: may deadlock
?>
--EXPECT--
int(1)
bool(false)
bool(false)
int(2)
bool(true)
bool(false)
int(2)
array(0) {
}
int(1)
int(2)
array(1) {
  [0]=>
  int(3)
}
int(2)
int(3)
int(4)
int(0)
int(2335)
int(2335)
bool(true)
bool(true)
bool(true)
