--TEST--
ext/ftp with TLS waits cooperatively in handshakes, reads and writes, and answers as outside a coroutine (P10, P11, D11, IO-11)
--EXTENSIONS--
ftp
openssl
--SKIPIF--
<?php
if (!function_exists('ftp_ssl_connect')) die('skip ext/ftp was built without TLS');
?>
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/transparency.inc';
require __DIR__ . '/certificate.inc';

/* A server that is slow in each handshake, and in the middle of the data. One connection at a time. */
[$host, $port] = explode(':', peer(<<<'CODE'
    $context = stream_context_create(['ssl' => ['local_cert' => $argv[1]]]);
    $listen = fn() => stream_socket_server('tcp://127.0.0.1:0', $c, $m, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    $port = fn($listener) => (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
    $tls = function ($stream) {
        usleep(100000);
        return @stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
    };
    $listener = $listen();
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        if (!($c = @stream_socket_accept($listener, 30))) {
            continue;
        }
        $say = fn(string $line) => @fwrite($c, "$line\r\n");
        $transfer = function (callable $fn) use (&$data, $say, $tls) {
            $say('150 here it comes');
            $d = stream_socket_accept($data, 5);
            if ($tls($d)) {
                $fn($d);
            }
            fclose($d);
            $say('226 done');
        };
        $say('220 hello');
        while (($line = fgets($c)) !== false) {
            $command = strtok(rtrim($line), ' ');
            match ($command) {
                'AUTH' => $say('234 begin') && $tls($c),
                'USER' => $say('331 and the password'),
                'PASS' => $say('230 fine'),
                'PWD' => $say('257 "/home"'),
                'EPSV' => $say('500 no'),
                'PASV' => $say('227 (127,0,0,1,' . ($port($data = $listen()) >> 8) . ',' . ($port($data) & 255) . ')'),
                'RETR' => $transfer(function ($d) {
                    fwrite($d, str_repeat('0123456789', 20000));
                    usleep(100000);
                    fwrite($d, 'end');
                }),
                'STOR' => $transfer(function ($d) use (&$stored) {
                    usleep(100000);
                    $stored = strlen(stream_get_contents($d));
                }),
                'SIZE' => $say("213 $stored"),
                'QUIT' => $say('221 bye'),
                default => $say('200 fine'),
            };
            if ($command === 'QUIT') {
                break;
            }
        }
        fclose($c);
    }
    CODE, certificate()));
$connection = function () use ($host, $port) {
    $ftp = ftp_ssl_connect($host, (int) $port, 5);
    ftp_login($ftp, 'me', 'secret');
    ftp_pasv($ftp, true);
    return $ftp;
};
transparent([
    'login' => fn() => [ftp_login($ftp = ftp_ssl_connect($host, (int) $port, 5), 'me', 'secret'), ftp_pwd($ftp), ftp_close($ftp)],
    'fget' => fn() => [ftp_fget($connection(), $file = fopen('php://memory', 'w+'), 'one'), rewind($file), md5(stream_get_contents($file))],
    'nb_fget' => function () use ($connection) {
        $ftp = $connection();
        $file = fopen('php://memory', 'w+');
        for ($state = ftp_nb_fget($ftp, $file, 'one'); $state === FTP_MOREDATA; $state = ftp_nb_continue($ftp));
        return [$state, rewind($file), md5(stream_get_contents($file))];
    },
    'fput' => function () use ($connection) {
        fwrite($file = fopen('php://memory', 'w+'), str_repeat('x', 3_000_000));
        rewind($file);
        return [ftp_fput($ftp = $connection(), 'two', $file), ftp_size($ftp, 'two')];
    },
]);

/* Servers in coroutines of this process: one that breaks off the handshake, and one that is never done with it. */
foreach (['broken off' => 50, 'cancelled' => 60_000] as $name => $ms) {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $server = spawn(function () use ($listener, $ms) {
        $peer = stream_socket_accept($listener, 30);
        fwrite($peer, "220 hello\r\n");
        fgets($peer);
        fwrite($peer, "234 begin\r\n");
        fread($peer, 1);
        $GLOBALS['shakes_hands'] = true;
        delay($ms);
        fwrite($peer, "this is no TLS\r\n");
    });
    $shakes_hands = false;
    $login = spawn(function () use ($listener) {
        $port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
        $GLOBALS['ftp'] = ftp_ssl_connect('127.0.0.1', $port, 30);
        return ftp_login($GLOBALS['ftp'], 'me', 'secret');
    });
    while (!$shakes_hands) delay(1);
    if ($name === 'cancelled') {
        $login->cancel();
    }
    try {
        $answer = var_export(await($login), true);
    } catch (Async\AsyncCancellation) {
        $answer = 'cancelled';
    }
    echo "$name: $answer, afterwards ", var_export(@ftp_pwd($ftp), true), "\n";
    $server->cancel();
}
?>
--EXPECTF--
login: same
fget: same
nb_fget: same
fput: same

Warning: ftp_login(): SSL/TLS handshake failed in %s on line %d

Warning: ftp_login(): begin in %s on line %d
broken off: false, afterwards false
cancelled: cancelled, afterwards false
