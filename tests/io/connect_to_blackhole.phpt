--TEST--
A connect that hangs waits cooperatively, keeps its time limit and can be cancelled (P5, P11, D11)
--EXTENSIONS--
posix
--SKIPIF--
<?php if (PHP_OS_FAMILY !== 'Linux') die('skip a full backlog behaves so on Linux'); ?>
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
// The listener never accepts and its backlog is full: further connects hang.
$listener = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 1]]));
$address = stream_socket_get_name($listener, false);
for ($i = 0; $i < 6; $i++) {
    $fill[] = @stream_socket_client("tcp://$address", $code, $message, 0.05);
}
var_dump(end($fill));

$ticks = 0;
$metronome = spawn(function () use (&$ticks) {
    while (true) {
        delay(10);
        $ticks++;
    }
});
$start = hrtime(true);
var_dump(await(spawn(function () use ($address) {
    $s = stream_socket_client("tcp://$address", $code, $message, 0.3);
    return [$s, $code, $message === posix_strerror($code)];
})));
$ms = (hrtime(true) - $start) / 1e6;
var_dump($ms >= 295 && $ms < 20000, $ticks >= 3);

foreach (['stream_socket_client' => fn() => @stream_socket_client("tcp://$address", $c, $m, 60),
    'fsockopen' => fn() => @fsockopen('127.0.0.1', (int) explode(':', $address)[1], $c, $m, 60),
    'file_get_contents' => fn() => @file_get_contents("http://$address/")] as $name => $call) {
    $c = spawn($call);
    delay(20);
    $start = hrtime(true);
    $c->cancel(new Async\AsyncCancellation('enough'));
    try {
        var_dump(await($c));
    } catch (Async\AsyncCancellation $e) {
        echo "$name: ", $e->getMessage(), (hrtime(true) - $start) / 1e6 < 20000 ? '' : ' too late', "\n";
    }
}
$metronome->cancel();
?>
--EXPECTF--
bool(false)

Warning: stream_socket_client(): Unable to connect to tcp://127.0.0.1:%d (%s) in %s on line %d
array(3) {
  [0]=>
  bool(false)
  [1]=>
  int(110)
  [2]=>
  bool(true)
}
bool(true)
bool(true)
stream_socket_client: enough
fsockopen: enough
file_get_contents: enough
