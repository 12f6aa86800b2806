--TEST--
socket_connect() to what is no address reports the same error as outside a coroutine (P10, IO-08)
--EXTENSIONS--
sockets
--FILE--
<?php
/* libc refuses this name without a change of h_errno, from which ext/sockets makes the number of the error. */
function refused(): int
{
    $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    @socket_connect($socket, '300.1.1.1', 80);
    return socket_last_error($socket);
}

$outside = refused();
$inside = Async\await(Async\spawn(refused(...)));
echo $inside === $outside ? 'same' : "$outside, $inside", "\n";
?>
--EXPECT--
same
