--TEST--
A cancelled stock function fails and throws the cancellation, without a trace in error_get_last(); its resource stays valid (CN-21, CN-23, D11)
--FILE--
<?php
use function Async\{spawn, await, suspend};

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
foreach ([
    'fgets' => fn() => fgets($a),
    'fread' => fn() => fread($a, 10),
    'sleep' => fn() => sleep(600),
    'usleep' => fn() => usleep(600000000),
] as $name => $call) {
    $c = spawn(function () use ($call, $name) {
        error_clear_last();
        try {
            $result = @$call();
            echo "$name: not reached\n";
        } catch (Async\AsyncCancellation $e) {
            $last = error_get_last();
            echo "$name: ", $e->getMessage(), ' ', $last && str_contains($last['message'], 'because') ? 'shown' : 'not shown', "\n";
        }
    });
    suspend();
    $c->cancel(new Async\AsyncCancellation('because'));
    await($c);
}
fwrite($b, "still works\n");
echo fgets($a);
?>
--EXPECT--
fgets: because not shown
fread: because not shown
sleep: because not shown
usleep: because not shown
still works
