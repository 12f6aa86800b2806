--TEST--
After exit() no coroutine goes on while the main script closes a stream that others use
--FILE--
<?php
use function Async\{spawn, suspend};

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () use ($here) {
    fgets($here);
    echo "the reader goes on\n";
});
spawn(function () use ($here) {
    @fwrite($here, str_repeat('x', 4_000_000));
    echo "the writer goes on\n";
});
suspend();
spawn(function () {
    echo "exit\n";
    exit(0);
});
fclose($here);      // waits for the reader, then for the writer
echo "main goes on\n";
?>
--EXPECT--
exit
