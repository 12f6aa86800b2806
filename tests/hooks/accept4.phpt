--TEST--
accept4(), which ext/sockets calls from PHP 8.5 on, parks, can be cancelled, and keeps its flags [IO] (io.md, seam A)
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/slots.inc';

$script = <<<'CODE'
    use function Async\{await, spawn, suspend};
    suspend();
    $port = slots_listen();
    $accept = spawn(slots_accept4(...));
    for ($i = 0; $i < 10; $i++) {
        suspend();
    }
    var_dump($accept->isCompleted(), $accept->isSuspended());
    $client = stream_socket_client("tcp://127.0.0.1:$port");
    var_dump(await($accept));

    $accept = spawn(slots_accept4(...));
    suspend();
    $accept->cancel();
    try {
        await($accept);
    } catch (Async\AsyncCancellation $cancellation) {
        echo get_class($cancellation), "\n";
    }
    // The cancelled accept has taken no connection.
    $client = stream_socket_client("tcp://127.0.0.1:$port");
    var_dump(slots_accept4());
    CODE;
[$output, $status] = run_php($script, '-d async.hook_extensions=slots -d extension=' . escapeshellarg(slots_extension()));
echo $output, "status $status\n";
?>
--EXPECT--
bool(false)
bool(true)
string(31) "close on exec 1, not blocking 1"
Async\AsyncCancellation
string(31) "close on exec 1, not blocking 1"
status 0
