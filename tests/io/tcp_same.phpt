--TEST--
Each function that reads a TCP stream waits cooperatively and answers as outside a coroutine (P10, P11, IO-04, IO-05, IO-02)
--FILE--
<?php
require __DIR__ . '/transparency.inc';
$address = talker();
$told = fn(string $command) => told($address, $command);
transparent([
    'fread' => fn() => fread($told('late 300 hello'), 100),
    'fread, two parts' => function () use ($told) {
        $s = $told('parts 150 one two');
        return [fread($s, 100), fread($s, 100), fread($s, 100), feof($s), fread($s, 100)];
    },
    'fread of 2 bytes' => function () use ($told) {
        $s = $told('late 300 hello');
        return [fread($s, 2), fread($s, 2), stream_get_meta_data($s)['unread_bytes'], fread($s, 2), fread($s, 2), feof($s)];
    },
    'fgets' => function () use ($told) {
        $s = $told('parts 150 a%0Ab c%0A d');
        return [fgets($s), fgets($s), fgets($s), fgets($s), feof($s)];
    },
    'fgets with a length' => fn() => fgets($told('late 300 hello%0A'), 3),
    'fgetc' => fn() => fgetc($told('late 300 hello')),
    'fgetcsv' => fn() => fgetcsv($told('parts 150 a,"b%0A c",d%0A')),
    'fscanf' => fn() => fscanf($told('late 300 12%2034%0A'), '%d %d'),
    'feof waits for nothing' => function () use ($told) {
        $s = $told('late 200 x');
        return [feof($s), fgets($s), feof($s)];
    },
    'stream_get_line' => function () use ($told) {
        $s = $told('parts 150 one| two|three');
        return [stream_get_line($s, 100, '|'), stream_get_line($s, 100, '|'), stream_get_line($s, 100, '|'),
            stream_get_line($s, 100, '|')];
    },
    'stream_get_contents' => fn() => stream_get_contents($told('parts 150 one two')),
    'stream_get_contents, limited' => fn() => stream_get_contents($told('parts 100 one two three'), 5),
    'stream_copy_to_stream' => function () use ($told) {
        $to = fopen('php://memory', 'w+');
        $n = stream_copy_to_stream($told('parts 150 one two'), $to);
        rewind($to);
        return [$n, stream_get_contents($to)];
    },
    'fpassthru' => function () use ($told) {
        ob_start();
        $n = fpassthru($told('parts 150 one two'));
        return [$n, ob_get_clean()];
    },
    'stream_socket_recvfrom' => function () use ($told) {
        $s = $told('late 300 hello');
        return [stream_socket_recvfrom($s, 3, STREAM_PEEK), stream_socket_recvfrom($s, 100, 0, $from), $from,
            stream_socket_recvfrom($s, 100)];
    },
    'a filter' => function () use ($told) {
        $s = $told('parts 150 one two');
        stream_filter_append($s, 'string.toupper', STREAM_FILTER_READ);
        return stream_get_contents($s);
    },
    'unbuffered' => function () use ($told) {
        $s = $told('parts 150 one two');
        stream_set_read_buffer($s, 0);
        return [fread($s, 2), fread($s, 2), fread($s, 9), fread($s, 9), feof($s)];
    },
    'fsockopen' => function () use ($address) {
        [$host, $port] = explode(':', $address);
        $s = fsockopen($host, (int) $port, $code, $message, 5);
        fwrite($s, "late 300 hello\n");
        return [fgets($s), $code, $message, array_diff_key(stream_get_meta_data($s), ['uri' => 1])];
    },
    'reset by the peer' => function () use ($told) {
        $s = $told("reset 300\nunread");
        return [fread($s, 10), feof($s), fread($s, 10), array_intersect_key(stream_get_meta_data($s), ['timed_out' => 1, 'eof' => 1])];
    },
    'write to who has gone' => function () use ($told) {
        $s = $told('silent 200');
        fread($s, 1);
        $n = fwrite($s, 'x');
        usleep(50000);
        return [$n, fwrite($s, 'y')];
    },
]);
?>
--EXPECT--
fread: same
fread, two parts: same
fread of 2 bytes: same
fgets: same
fgets with a length: same
fgetc: same
fgetcsv: same
fscanf: same
feof waits for nothing: same
stream_get_line: same
stream_get_contents: same
stream_get_contents, limited: same
stream_copy_to_stream: same
fpassthru: same
stream_socket_recvfrom: same
a filter: same
unbuffered: same
fsockopen: same
reset by the peer: same
write to who has gone: same
