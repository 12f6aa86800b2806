--TEST--
With main as the only coroutine, its waits are plain waits with the same answer, also after the first async call (D33)
--FILE--
<?php
require __DIR__ . '/transparency.inc';
$address = talker();
$calls = [
    'usleep' => fn() => usleep(100000),
    'time_nanosleep' => fn() => time_nanosleep(0, 100000000),
    'fgets' => fn() => fgets(told($address, 'late 100 hello')),
    'contents' => fn() => stream_get_contents(told($address, 'parts 50 a b c')),
    'time limit' => function () use ($address) {
        stream_set_timeout($s = told($address, 'silent 200'), 0, 100000);
        return [fread($s, 10), stream_get_meta_data($s)['timed_out']];
    },
    'gethostbyname' => fn() => gethostbyname('localhost'),
    'refused' => fn() => stream_socket_client('tcp://127.0.0.1:1', $c, $m, 1) ?: [$c, $m],
];
$outside = array_map('observe', $calls);
Async\await(Async\spawn(fn() => 1));
foreach ($calls as $name => $call) {
    echo "$name: ", observe($call) === $outside[$name] ? 'same' : 'differs', "\n";
}
?>
--EXPECT--
usleep: same
time_nanosleep: same
fgets: same
contents: same
time limit: same
gethostbyname: same
refused: same
