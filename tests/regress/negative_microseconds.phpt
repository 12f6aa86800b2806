--TEST--
stream_set_timeout() with negative microseconds limits a read in a coroutine as on stock PHP (P10)
--FILE--
<?php
function seconds(int $seconds, int $microseconds): string
{
    [$silent, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_timeout($silent, $seconds, $microseconds);
    $start = hrtime(true);
    $read = fread($silent, 10);
    $ms = (hrtime(true) - $start) / 1e6;
    $timed_out = stream_get_meta_data($silent)['timed_out'];
    $slow = getenv('ASYNC_TEST_TOOL') ? 10 : 1;
    return json_encode([$read, $timed_out, $ms >= ($seconds ? 900 : 0) && $ms < ($seconds ? 2500 : 500) * $slow]);
}

$limits = [[1, -5], [0, -5]];
$stock = array_map(fn($limit) => seconds(...$limit), $limits);
/* The companion keeps the reads from being made in place. */
Async\spawn(Async\delay(...), 50);
foreach ($limits as $i => $limit) {
    echo $stock[$i], ' ', Async\await(Async\spawn(seconds(...), ...$limit)) === $stock[$i] ? 'same' : 'BROKEN', "\n";
}
?>
--EXPECT--
[false,true,true] same
[false,true,true] same
