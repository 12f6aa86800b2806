--TEST--
ext/ftp and the ftp:// wrapper wait cooperatively and answer as outside a coroutine (P10, P11, D11, IO-11)
--EXTENSIONS--
ftp
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/ftp_server.inc';
[$host, $port] = ftp_server();
$connection = fn(bool $passive = true) => ftp_connection($host, $port, $passive);
transparent([
    'connect, login' => fn() => ftp_login(ftp_connect($host, (int) $port, 5), 'me', 'secret'),
    'login refused' => fn() => ftp_login(ftp_connect($host, (int) $port, 5), 'me', 'wrong'),
    'no server' => fn() => ftp_connect($host, 1, 5),
    'pwd, size, systype' => fn() => [ftp_pwd($f = $connection()), ftp_size($f, 'one'), ftp_systype($f), ftp_close($f)],
    'nlist' => fn() => ftp_nlist($connection(), '.'),
    'nlist, active' => fn() => ftp_nlist($connection(false), '.'),
    'rawlist' => fn() => ftp_rawlist($connection(), '.'),
    'fget' => fn() => [ftp_fget($connection(), $t = fopen('php://memory', 'w+'), 'one'), rewind($t), stream_get_contents($t)],
    'fget, none' => fn() => ftp_fget($connection(), fopen('php://memory', 'w+'), 'none'),
    'nb_fget' => function () use ($connection) {
        $f = $connection();
        for ($r = ftp_nb_fget($f, $t = fopen('php://memory', 'w+'), 'one'); $r === FTP_MOREDATA; $r = ftp_nb_continue($f));
        return [$r, rewind($t), stream_get_contents($t)];
    },
    'fput' => function () use ($connection) {
        fwrite($t = fopen('php://memory', 'w+'), str_repeat('x', 1 << 20));
        rewind($t);
        return ftp_fput($connection(), 'two', $t);
    },
    'time limit' => function () use ($connection) {
        ftp_set_option($f = $connection(), FTP_TIMEOUT_SEC, 1);
        return ftp_raw($f, 'STAL');
    },
    'ftp://, read' => fn() => file_get_contents("ftp://me:secret@$host:$port/one"),
    'ftp://, none' => fn() => file_get_contents("ftp://me:secret@$host:$port/none"),
    'ftp://, names' => fn() => scandir("ftp://me:secret@$host:$port/"),
]);
$f = $connection();
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
no server: same
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
