--TEST--
ext/ftp and the ftp:// wrapper wait cooperatively and answer as outside of coroutines (P10, P11, D11, IO-11)
--EXTENSIONS--
ftp
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/transparency.inc';
// As much of a server as the calls need, slow at each answer that may come late. One connection at a time.
$address = peer(<<<'CODE'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    while (true) {
        if (!($c = @stream_socket_accept($listener, 30))) {
            continue;
        }
        $say = function (string $line, int $ms = 20) use ($c) {
            usleep($ms * 1000);
            @fwrite($c, "$line\r\n");
        };
        $say('220 hello', 60);
        $data = null;
        $transfer = function (callable $fn) use (&$data, $say, &$active) {
            $say('150 here it comes');
            $d = $active ? stream_socket_client("tcp://$active") : stream_socket_accept($data, 5);
            usleep(60000);
            $fn($d);
            fclose($d);
            $data = $active = null;
            $say('226 done');
        };
        $active = null;
        while (($line = fgets($c)) !== false) {
            [$command, $argument] = explode(' ', rtrim($line) . ' ', 2);
            $argument = rtrim($argument);
            match (strtoupper($command)) {
                'USER' => $say('331 and the password'),
                'PASS' => $argument === 'wrong' ? $say('530 no') : $say('230 fine', 60),
                'TYPE', 'CWD' => $say('200 fine'),
                'PWD' => $say('257 "/home"'),
                'SYST' => $say('215 UNIX Type: L8'),
                'SIZE' => $argument === '/none' ? $say('550 none') : $say('213 10'),
                'EPSV' => $say('500 no'),
                'PASV' => $say('227 (127,0,0,1,' . strtr(
                    implode(',', (function () use (&$data) {
                        $data = stream_socket_server('tcp://127.0.0.1:0');
                        $port = (int) substr(strrchr(stream_socket_get_name($data, false), ':'), 1);
                        return [$port >> 8, $port & 255];
                    })()), []) . ')'),
                'PORT' => $say('200 ' . ($active = preg_replace_callback('~^(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)$~',
                    fn($m) => "$m[1].$m[2].$m[3].$m[4]:" . ($m[5] * 256 + $m[6]), $argument))),
                'NLST' => $transfer(fn($d) => fwrite($d, "one\r\ntwo\r\n")),
                'LIST' => $transfer(fn($d) => fwrite($d, "-rw-r--r-- 1 me me 10 Jan 1 2020 one\r\n")),
                'RETR' => $argument === 'none' || $argument === '/none' ? $say('550 none')
                    : $transfer(fn($d) => fwrite($d, '0123456789')),
                'STOR' => $transfer(fn($d) => stream_get_contents($d)),
                'STAL' => usleep(400000),
                'QUIT' => $say('221 bye', 0),
                default => $say('500 what'),
            };
            if ($command === 'QUIT') {
                break;
            }
        }
        fclose($c);
    }
    CODE);
[$host, $port] = explode(':', $address);
function connection(bool $passive = true): FTP\Connection
{
    global $host, $port;
    $f = ftp_connect($host, (int) $port, 5);
    ftp_login($f, 'me', 'secret');
    ftp_pasv($f, $passive);
    return $f;
}
transparent([
    'connect, login' => fn() => ftp_login(ftp_connect($host, (int) $port, 5), 'me', 'secret'),
    'login refused' => fn() => ftp_login(ftp_connect($host, (int) $port, 5), 'me', 'wrong'),
    'nobody there' => fn() => ftp_connect($host, 1, 5),
    'pwd, size, systype' => fn() => [ftp_pwd($f = connection()), ftp_size($f, 'one'), ftp_systype($f), ftp_close($f)],
    'nlist' => fn() => ftp_nlist(connection(), '.'),
    'nlist, active' => fn() => ftp_nlist(connection(false), '.'),
    'rawlist' => fn() => ftp_rawlist(connection(), '.'),
    'fget' => fn() => [ftp_fget(connection(), $t = fopen('php://memory', 'w+'), 'one'), rewind($t), stream_get_contents($t)],
    'fget, none' => fn() => ftp_fget(connection(), fopen('php://memory', 'w+'), 'none'),
    'nb_fget' => function () {
        $f = connection();
        for ($r = ftp_nb_fget($f, $t = fopen('php://memory', 'w+'), 'one'); $r === FTP_MOREDATA; $r = ftp_nb_continue($f));
        return [$r, rewind($t), stream_get_contents($t)];
    },
    'fput' => function () {
        fwrite($t = fopen('php://memory', 'w+'), str_repeat('x', 1 << 20));
        rewind($t);
        return ftp_fput(connection(), 'two', $t);
    },
    'time limit' => function () {
        ftp_set_option($f = connection(), FTP_TIMEOUT_SEC, 1);
        return ftp_raw($f, 'STAL');
    },
    'ftp://, read' => fn() => file_get_contents("ftp://me:secret@$host:$port/one"),
    'ftp://, none' => fn() => file_get_contents("ftp://me:secret@$host:$port/none"),
    'ftp://, names' => fn() => scandir("ftp://me:secret@$host:$port/"),
]);
$f = connection();
$waiting = spawn(fn() => @ftp_raw($f, 'STAL'));
delay(50);
$waiting->cancel();
try {
    var_dump(await($waiting));
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
?>
--EXPECT--
connect, login: same
login refused: same
nobody there: same
pwd, size, systype: same
nlist: same
nlist, active: same
rawlist: same
fget: same
fget, none: same
nb_fget: same
fput: same
time limit: same
ftp://, read: same
ftp://, none: same
ftp://, names: same
cancelled
