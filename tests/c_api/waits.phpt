--TEST--
c_api: sleep(), yield(), wait_fd() and calls on a worker let other coroutines run, and can be cancelled
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/probe.inc';
skip_without_probe();
?>
--FILE--
<?php
require __DIR__ . '/probe.inc';
show('time and turns', <<<'CODE'
    echo probe_sleep(5), ' ', probe_yield(), ' ', probe_wait_fd(0, 1, 5), "\n";
    $log = [];
    $a = spawn(function () use (&$log) {
        $log[] = 'a1';
        $log[] = probe_yield();
        $log[] = 'a2';
        $log[] = probe_sleep(50);
        $log[] = 'a3';
    });
    $b = spawn(function () use (&$log) {
        $log[] = 'b';
    });
    await($a);
    echo implode(' ', $log), "\n";
    $a = spawn(fn() => probe_sleep(60000));
    suspend();
    $a->cancel();
    try {
        await($a);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    CODE);
show('descriptors', <<<'CODE'
    delay(0);
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $numbers = [];
    foreach (array_map(basename(...), glob('/proc/self/fd/*')) as $number) {
        if (str_starts_with((string) @readlink("/proc/self/fd/$number"), 'socket:')) {
            $numbers[] = (int) $number;
        }
    }
    // The ends of the pair are the newest sockets, in this order.
    sort($numbers);
    [$in, $out] = array_slice($numbers, -2);
    echo probe_wait_fd($in, 2), "\n";
    echo probe_wait_fd($out, 1, 10), "\n";
    $a = spawn(fn() => probe_wait_fd($out, 1));
    delay(5);
    print_r($a->getAwaitingInfo()['type']);
    echo "\n";
    fwrite($pair[0], 'text');
    echo await($a), ' ', fread($pair[1], 100), "\n";
    $a = spawn(fn() => probe_wait_fd($out, 1));
    suspend();
    delay(5);
    $a->cancel();
    try {
        await($a);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    $a = spawn(fn() => probe_wait_fd($out, 1));
    suspend();
    delay(5);
    probe_fd_closing($out);
    echo await($a), "\n";
    echo probe_wait_fd(-1, 1), ' ', probe_wait_fd(100000, 1), "\n";
    CODE);
show('calls that block', <<<'CODE'
    echo probe_blocking(5), "\n";
    $others = 0;
    $a = spawn(fn() => probe_blocking(300));
    $b = spawn(function () use (&$others, $a) {
        for (; !$a->isFinished(); $others++) {
            delay(5);
        }
    });
    echo await($a), "\n";
    await($b);
    var_dump($others > 2);
    $a = spawn(fn() => probe_blocking(200));
    suspend();
    print_r($a->getAwaitingInfo());
    $a->cancel();
    try {
        await($a);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    probe_blocking(600);
    echo probe_counts(), "\n";
    CODE);
show('the script ends while a call is under way that was left', <<<'CODE'
    $a = spawn(fn() => probe_blocking(200));
    suspend();
    $a->cancel();
    CODE);
?>
--EXPECTF--
-- time and turns
unavailable unavailable unavailable
a1 b ready a2 ready a3
cancelled
status 0
-- descriptors
ready
timeout
descriptor
ready text
cancelled
failedBad file descriptor
failedBad file descriptor failedBad file descriptor
status 0
-- calls that block
in place
by a worker
bool(true)
Array
(
    [type] => job
    [job] => probe call
)
cancelled
taken 0, dropped 1, refused 0, calls %d
status 0
-- the script ends while a call is under way that was left

status 0
