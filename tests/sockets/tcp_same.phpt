--TEST--
ext/sockets over TCP waits cooperatively and answers as outside a coroutine (P10, P11, IO-13)
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/sockets.inc';
$address = talker();

transparent([
    'connect and read' => fn() => socket_read(socket_told($address, 'late 300 hello'), 100),
    'read, several parts' => function () use ($address) {
        $s = socket_told($address, 'parts 100 a b c');
        for ($r = []; ($part = socket_read($s, 100)) !== ''; $r[] = $part);
        return $r;
    },
    'read a line' => function () use ($address) {
        $s = socket_told($address, 'parts 100 on e%0Atw o');
        return [socket_read($s, 100, PHP_NORMAL_READ), socket_read($s, 100, PHP_NORMAL_READ), error_of($s)];
    },
    'read after the end' => function () use ($address) {
        $s = socket_told($address, 'late 200 x');
        return [socket_read($s, 9), socket_read($s, 9), socket_read($s, 9), error_of($s)];
    },
    'read, reset' => function () use ($address) {
        $s = socket_told($address, "reset 300\nunread");
        return [socket_read($s, 9), error_of($s), socket_read($s, 9), error_of($s)];
    },
    'read, time limit' => function () use ($address) {
        $s = socket_told($address, 'silent 1500');
        socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 300000]);
        $first = [socket_read($s, 9), error_of($s)];
        socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 30, 'usec' => 0]);
        return [$first, socket_recv($s, $data, 9, 0), $data, error_of($s)];
    },
    'recv' => function () use ($address) {
        $n = socket_recv(socket_told($address, 'late 300 hello'), $data, 3, 0);
        return [$n, $data];
    },
    'recv, end' => function () use ($address) {
        $n = socket_recv(socket_told($address, 'late 300'), $data, 3, 0);
        return [$n, $data];
    },
    'recv, peek' => function () use ($address) {
        $s = socket_told($address, 'late 200 hello');
        return [socket_recv($s, $a, 3, MSG_PEEK), $a, socket_recv($s, $b, 9, 0), $b];
    },
    'recv, all' => function () use ($address) {
        $s = socket_told($address, 'parts 60 he l lo !!');
        return [socket_recv($s, $a, 6, MSG_WAITALL), $a, socket_recv($s, $b, 9, MSG_WAITALL), $b, socket_recv($s, $c, 9, 0), $c];
    },
    'recv, all, peek' => function () use ($address) {
        $s = socket_told($address, 'parts 60 he l lo !!');
        return [socket_recv($s, $a, 6, MSG_WAITALL | MSG_PEEK), $a, socket_recv($s, $b, 9, MSG_WAITALL | MSG_PEEK), $b];
    },
    'recvmsg, all, peek' => function () use ($address) {
        $s = socket_told($address, 'parts 60 he l lo !!');
        $message = ['name' => [], 'buffer_size' => 6, 'controllen' => 40];
        $n = socket_recvmsg($s, $message, MSG_WAITALL | MSG_PEEK);
        return [$n, $message['iov'], socket_recv($s, $b, 9, MSG_WAITALL), $b];
    },
    'recv, all, time limit' => function () use ($address) {
        $s = socket_told($address, 'hold 2000 hello');
        socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 200000]);
        return [socket_recv($s, $a, 9, MSG_WAITALL), $a, socket_recv($s, $b, 9, MSG_WAITALL), $b, error_of($s)];
    },
    'recv, all, reset' => function () use ($address) {
        $s = socket_told($address, "reset 200\nunread");
        return [socket_recv($s, $a, 9, MSG_WAITALL), $a, error_of($s)];
    },
    'recv, do not wait' => function () use ($address) {
        $s = socket_told($address, 'silent 100');
        return [socket_recv($s, $a, 9, MSG_DONTWAIT), $a, error_of($s)];
    },
    'recv, out of band, none' => function () use ($address) {
        $s = socket_told($address, 'silent 100');
        return [socket_recv($s, $a, 9, MSG_OOB), $a, error_of($s)];
    },
    'recvfrom' => function () use ($address) {
        $s = socket_told($address, 'late 300 hello');
        return [socket_recvfrom($s, $data, 9, 0, $from, $port), $data, $from, $port];
    },
    'recvfrom, all' => function () use ($address) {
        $s = socket_told($address, 'parts 60 he l lo');
        return [socket_recvfrom($s, $data, 5, MSG_WAITALL, $from, $port), $data];
    },
    'recvmsg' => function () use ($address) {
        $message = ['name' => [], 'buffer_size' => 9, 'controllen' => 64];
        return [socket_recvmsg(socket_told($address, 'late 300 hello'), $message), $message];
    },
    'recvmsg, all' => function () use ($address) {
        $message = ['name' => [], 'buffer_size' => 5, 'controllen' => 64];
        return [socket_recvmsg(socket_told($address, 'parts 60 he l lo !!'), $message, MSG_WAITALL), $message];
    },
    'not blocking' => function () use ($address) {
        $s = socket_told($address, 'silent 200');
        socket_set_nonblock($s);
        return [socket_read($s, 9), error_of($s), socket_recv($s, $a, 9, MSG_WAITALL), error_of($s)];
    },
    'connect, refused' => function () {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        return [socket_connect($s, '127.0.0.1', 1), error_of($s), socket_connect($s, '127.0.0.1', 1), error_of($s)];
    },
    'connect twice' => function () use ($address) {
        $s = socket_told($address, 'silent 100');
        [$host, $port] = explode(':', $address);
        return [socket_connect($s, $host, $port), error_of($s)];
    },
    'connect, not blocking' => function () use ($address) {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_set_nonblock($s);
        [$host, $port] = explode(':', $address);
        $r = [socket_connect($s, $host, $port), error_of($s)];
        $w = [$s];
        return [...$r, socket_select($n, $w, $n, 1), socket_get_option($s, SOL_SOCKET, SO_ERROR), socket_write($s, "silent 0\n")];
    },
    'connect, a name' => function () use ($address) {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        return [socket_connect($s, 'localhost', explode(':', $address)[1]), socket_write($s, "late 100 x\n"), socket_read($s, 9)];
    },
    'no socket is connected' => function () {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        return [socket_read($s, 9), error_of($s), socket_recv($s, $a, 9, 0), error_of($s), socket_write($s, 'x'), error_of($s),
            socket_send($s, 'x', 1, 0), error_of($s), socket_accept($s), error_of($s)];
    },
    'shut down before' => function () use ($address) {
        $s = socket_told($address, 'late 200 x');
        socket_shutdown($s, 1);
        return [socket_write($s, 'x'), error_of($s), socket_read($s, 9), socket_read($s, 9), error_of($s)];
    },
    'closed before' => function () use ($address) {
        $s = socket_told($address, 'silent 0');
        socket_close($s);
        return socket_read($s, 9);
    },
]);
?>
--EXPECT--
connect and read: same
read, several parts: same
read a line: same
read after the end: same
read, reset: same
read, time limit: same
recv: same
recv, end: same
recv, peek: same
recv, all: same
recv, all, peek: same
recvmsg, all, peek: same
recv, all, time limit: same
recv, all, reset: same
recv, do not wait: same
recv, out of band, none: same
recvfrom: same
recvfrom, all: same
recvmsg: same
recvmsg, all: same
not blocking: same
connect, refused: same
connect twice: same
connect, not blocking: same
connect, a name: same
no socket is connected: same
shut down before: same
closed before: same
