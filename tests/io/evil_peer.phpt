--TEST--
Peers that drip, stall, vanish in a TLS handshake, reset, half-close or send garbage: answers as in stock PHP, cooperatively (P10, P11)
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/transparency.inc';
require __DIR__ . '/certificate.inc';

/** A server: the first line of a connection selects its behaviour. */
$evil = 'tcp://' . peer(<<<'CODE'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        $connection = @stream_socket_accept($listener, 30);
        if (!$connection) {
            continue;
        }
        stream_set_chunk_size($connection, 1);
        [$what, $ms] = explode(' ', rtrim((string) fgets($connection))) + ['', 0];
        switch ($what) {
            case 'drip':
                foreach (str_split("HTTP/1.0 200 OK\r\n\r\nslow\nanswer\n") as $byte) {
                    usleep(5000);
                    @fwrite($connection, $byte);
                }
                break;
            case 'stall':
                usleep($ms * 1000);
                break;
            case 'half-close':
                fwrite($connection, "before\n");
                stream_socket_shutdown($connection, STREAM_SHUT_WR);
                usleep(150000);
                file_put_contents(sys_get_temp_dir() . "/async-evil-$ms", (string) stream_get_contents($connection));
                break;
            case 'wait-for-end':
                $all = stream_get_contents($connection);
                usleep(150000);
                fwrite($connection, strrev($all) . "\n");
                break;
            case 'reset':
                fwrite($connection, "before\n");
                stream_socket_recvfrom($connection, 1, STREAM_PEEK);
                usleep(150000);
                break;
            case 'garbage':
                usleep(150000);
                fwrite($connection, str_repeat("no TLS at all\n", 100));
                usleep(20000);
                break;
            case 'vanish':
                // In the middle of a record: type, version and length, but not all that was promised.
                usleep(150000);
                fwrite($connection, "\x16\x03\x03\x01\x00\x02");
                break;
        }
        fclose($connection);
    }
    CODE);

$connect = function (string $command) use ($evil) {
    $connection = stream_socket_client($evil, $code, $message, 10);
    fwrite($connection, "$command\n");
    return $connection;
};
/** TLS on a connection whose peer does not speak TLS. */
$secure = function (string $command, float $limit = 10) use ($connect) {
    $connection = $connect($command);
    stream_set_timeout($connection, (int) $limit, (int) (fmod($limit, 1) * 1e6));
    stream_context_set_option($connection, 'ssl', 'verify_peer', false);
    return [stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_CLIENT), @fread($connection, 10), feof($connection)];
};
transparent([
    'drips: lines' => fn() => [fgets($c = $connect('drip')), fgets($c), fgets($c), fgets($c), fgets($c), feof($c)],
    'drips: all' => fn() => stream_get_contents($connect('drip')),
    'drips: to a file' => function () use ($connect) {
        $target = fopen('php://memory', 'w+');
        return [stream_copy_to_stream($connect('drip'), $target), stream_get_contents($target, null, 0)];
    },
    'drips: each read has a time limit' => function () use ($connect) {
        stream_set_timeout($c = $connect('drip'), 1);
        return [stream_get_contents($c), stream_get_meta_data($c)['timed_out']];
    },
    'half-closed by the peer' => function () use ($connect) {
        $file = sys_get_temp_dir() . '/async-evil-' . getmypid();
        $answer = [fgets($c = $connect('half-close ' . getmypid())), fgets($c), feof($c), fwrite($c, "after\n"),
            stream_socket_shutdown($c, STREAM_SHUT_WR), stream_get_contents($c)];
        for ($i = 0; $i < 500 && @filesize($file) !== 6; $i++) {
            clearstatcache();
            usleep(10000);
        }
        $answer[] = file_get_contents($file);
        unlink($file);
        return $answer;
    },
    'half-closed by us' => function () use ($connect) {
        fwrite($c = $connect('wait-for-end'), 'abc');
        return [stream_socket_shutdown($c, STREAM_SHUT_WR), fgets($c), fgets($c), feof($c), @fwrite($c, 'x')];
    },
    'reset' => function () use ($connect) {
        fwrite($c = $connect('reset'), 'unread');
        return [fgets($c), fgets($c), feof($c), fread($c, 10)];
    },
    'handshake: stalls' => fn() => $secure('stall 600', 0.3),
    'handshake: closed' => fn() => $secure('stall 150'),
    'handshake: garbage' => fn() => $secure('garbage'),
    'handshake: vanishes in a record' => fn() => $secure('vanish'),
]);

/* Now this process is the server, and the clients do not speak TLS. */
$file = certificate();
$serve = function (string $what) use ($file): array {
    // The time limit of accept() is for the connection, that of the listener for the handshake.
    ini_set('default_socket_timeout', $what === 'stall' ? '1' : '20');
    $context = stream_context_create(['ssl' => ['local_cert' => $file]]);
    $listener = stream_socket_server('tls://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    peer(<<<'CODE'
        [, $address, $what] = $argv;
        $connection = stream_socket_client("tcp://$address");
        echo "connected\n";
        usleep(150000);
        if ($what === 'garbage') {
            fwrite($connection, "GET / HTTP/1.0\r\n\r\n");
        } elseif ($what === 'record') {
            fwrite($connection, "\x16\x03\x01\x02\x00\x01");
        }
        if ($what !== 'stall') {
            fclose($connection);
        }
        sleep(60);
        CODE, stream_socket_get_name($listener, false), $what);
    $start = hrtime(true);
    $connection = stream_socket_accept($listener, 20);
    return [$connection, (hrtime(true) - $start) / 1e6 < 900 ? 'at once' : 'at the time limit'];
};
transparent([
    'server: stalled' => fn() => $serve('stall'),
    'server: garbage' => fn() => $serve('garbage'),
    'server: closed' => fn() => $serve('close'),
    'server: closed in a record' => fn() => $serve('record'),
]);
?>
--EXPECT--
drips: lines: same
drips: all: same
drips: to a file: same
drips: each read has a time limit: same
half-closed by the peer: same
half-closed by us: same
reset: same
handshake: stalls: same
handshake: closed: same
handshake: garbage: same
handshake: vanishes in a record: same
server: stalled: same
server: garbage: same
server: closed: same
server: closed in a record: same
