--TEST--
https, late handshakes on both sides, a slow reader and standard input wait cooperatively and answer as outside a coroutine (P10, P11, IO-04, IO-05, IO-11)
--EXTENSIONS--
openssl
--INI--
error_reporting=24575
--FILE--
<?php
require __DIR__ . '/transparency.inc';
require __DIR__ . '/certificate.inc';
$file = certificate();
$trusting = stream_context_create(['ssl' => ['cafile' => $file, 'peer_name' => 'async.test']]);
$with_certificate = stream_context_create(['ssl' => ['local_cert' => $file]]);

// A slow web server.
$web = peer(<<<'CODE'
    $context = stream_context_create(['ssl' => ['local_cert' => $argv[1]]]);
    $listener = stream_socket_server('tls://127.0.0.1:0', context: $context);
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        if ($s = @stream_socket_accept($listener, 30)) {
            while (trim((string) fgets($s)) !== '');
            usleep(200000);
            fwrite($s, "HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\none ");
            usleep(200000);
            fwrite($s, 'two ');
            fclose($s);
        }
    }
    CODE, $file);
// A server that begins its side of a handshake late.
$late = peer(<<<'CODE'
    $context = stream_context_create(['ssl' => ['local_cert' => $argv[1]]]);
    $listener = stream_socket_server('tcp://127.0.0.1:0', context: $context);
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        if ($s = @stream_socket_accept($listener, 30)) {
            usleep(300000);
            @stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
            @fwrite($s, 'secret');
            fclose($s);
        }
    }
    CODE, $file);
// A client for the address and flag that it reads: connects after 300 ms, begins its handshake 300 ms later.
$client = peer(<<<'CODE'
    $commands = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($commands, false), "\n";
    while (true) {
        if ($command = @stream_socket_accept($commands, 30)) {
            [$address, $shakes] = explode(' ', trim(fgets($command)));
            fclose($command);
            usleep(300000);
            $context = stream_context_create(['ssl' => ['cafile' => $argv[1], 'peer_name' => 'async.test']]);
            $s = stream_socket_client("tcp://$address", context: $context);
            usleep(300000);
            if ($shakes) {
                @stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
                @fwrite($s, "hello\n");
            }
            fclose($s);
        }
    }
    CODE, $file);
// Reads nothing for 300 ms, then all, and reports the length.
$reader = peer(<<<'CODE'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        if ($s = @stream_socket_accept($listener, 30)) {
            usleep(300000);
            for ($bytes = 0; !feof($s);) { // not kept: a growing string would be moved at each step
                $bytes += strlen((string) fread($s, 65536));
            }
            fwrite($s, "$bytes\n");
            fclose($s);
        }
    }
    CODE);
$called = function (string $transport, bool $shakes) use ($client, $with_certificate) {
    $listener = stream_socket_server("$transport://127.0.0.1:0", context: $with_certificate);
    fwrite(stream_socket_client("tcp://$client"), stream_socket_get_name($listener, false) . ' ' . (int) $shakes . "\n");
    return stream_socket_accept($listener, 30);
};
transparent([
    'https, file_get_contents' => fn() => [file_get_contents("https://$web/", false, $trusting), $http_response_header],
    'https, fopen and stream_get_contents' => function () use ($web, $trusting) {
        $s = fopen("https://$web/", 'r', false, $trusting);
        return [stream_get_contents($s), feof($s), stream_get_meta_data($s)['wrapper_data']];
    },
    'https, copy' => fn() => [copy("https://$web/", $to = tempnam(sys_get_temp_dir(), 'rest'), $trusting), file_get_contents($to), unlink($to)],
    'a late handshake' => fn() => fread(stream_socket_client("tls://$late", $c, $m, 10, STREAM_CLIENT_CONNECT, $trusting), 9),
    'a late handshake, time limit' => fn() => stream_socket_client("tls://$late", $c, $m, 0.2, STREAM_CLIENT_CONNECT, $trusting),
    'enable_crypto, late' => function () use ($late, $trusting) {
        $s = stream_socket_client("tcp://$late", $c, $m, 10, STREAM_CLIENT_CONNECT, $trusting);
        return [stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_CLIENT), stream_get_contents($s)];
    },
    'accept' => fn() => is_resource($called('tcp', false)),
    'accept, tls' => fn() => fgets($called('tls', true)),
    'accept, tls, no handshake' => fn() => $called('tls', false),
    'accept, enable_crypto' => fn() => [stream_socket_enable_crypto($s = $called('tcp', true), true,
        STREAM_CRYPTO_METHOD_TLS_SERVER), fgets($s)],
    'fwrite, slow reader' => function () use ($reader) {
        $s = stream_socket_client("tcp://$reader");
        return [fwrite($s, str_repeat('x', 20000000)), stream_socket_shutdown($s, STREAM_SHUT_WR), fgets($s)];
    },
    'stream_copy_to_stream, slow reader' => function () use ($reader) {
        $from = fopen('php://memory', 'w+');
        fwrite($from, str_repeat('x', 20000000));
        rewind($from);
        $s = stream_socket_client("tcp://$reader");
        return [stream_copy_to_stream($from, $s), stream_socket_shutdown($s, STREAM_SHUT_WR), fgets($s)];
    },
]);

// Standard input: a line 300 ms after the request for it.
$asked = sys_get_temp_dir() . '/async-rest-' . getmypid();
$program = sprintf('require %s; $asked = fopen(%s, "w");', var_export(__DIR__ . '/transparency.inc', true), var_export($asked, true))
    . <<<'CODE'
    $ask = fn() => fwrite($asked, "?\n");
    transparent([
        'STDIN, fgets' => fn() => [$ask(), fgets(STDIN)],
        'STDIN, fread' => fn() => [$ask(), fread(STDIN, 100)],
        'STDIN, fgetc' => fn() => [$ask(), fgetc(STDIN), fgets(STDIN)],
        'STDIN, stream_get_line' => fn() => [$ask(), stream_get_line(STDIN, 100, "\n")],
        'STDIN, stream_select' => function () use ($ask) {
            $ask();
            $r = [STDIN];
            return [stream_select($r, $w, $e, 5), count($r), fgets(STDIN)];
        },
        'php://stdin' => fn() => [$ask(), fgets(fopen('php://stdin', 'r'))],
    ]);
    CODE;
$fifo = escapeshellarg($asked);
passthru("mkfifo $fifo && (while read -r asked; do sleep 0.3; echo line; done <$fifo | "
    . php_command() . ' -r ' . escapeshellarg($program) . "; rm $fifo)");
?>
--EXPECT--
https, file_get_contents: same
https, fopen and stream_get_contents: same
https, copy: same
a late handshake: same
a late handshake, time limit: same
enable_crypto, late: same
accept: same
accept, tls: same
accept, tls, no handshake: same
accept, enable_crypto: same
fwrite, slow reader: same
stream_copy_to_stream, slow reader: same
STDIN, fgets: same
STDIN, fread: same
STDIN, fgetc: same
STDIN, stream_get_line: same
STDIN, stream_select: same
php://stdin: same
