--TEST--
URLs, files and directories of SSH2 take turns with the functions on their session (D28)
--EXTENSIONS--
ssh2
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('ssh');
// The account may not be allowed to log in.
$server = server('ssh');
$ssh = ssh2_connect($server['host'], $server['port']);
if (!@ssh2_auth_pubkey_file($ssh, $server['user'], $server['public_key'], $server['key'])) {
    die("skip $server[user] cannot log in");
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';

use function Async\{await, delay, spawn, timeout};

$server = server('ssh');
// Each answer takes a while, so that other calls can come meanwhile.
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 40));
$login = function () use ($server, $host, $port) {
    $session = ssh2_connect($host, (int) $port);
    return ssh2_auth_pubkey_file($session, $server['user'], $server['public_key'], $server['key']) ? $session : null;
};
$sftp = ssh2_sftp($session = $login());
$url = 'ssh2.sftp://' . (int) $sftp;
$folder = sys_get_temp_dir() . '/' . server_own_name();
mkdir($folder);
register_shutdown_function(fn() => exec('rm -rf ' . escapeshellarg($folder)));
file_put_contents("$folder/file", 'contents');
$path = "$url$folder";

$open = fn(string $mode = 'r') => fopen("$path/file", $mode);
/** The calls, and the objects that they need. */
$calls = [
    'fopen' => [fn() => fopen("$path/file", 'r')],
    'fopen, the resource as text' => [fn() => fopen("ssh2.sftp://$sftp$folder/file", 'r')],
    'file_get_contents' => [fn() => file_get_contents("$path/file")],
    'opendir' => [fn() => opendir($path)],
    'stat' => [fn() => [file_exists("$path/file"), clearstatcache()][0]],
    'mkdir' => [fn() => mkdir("$path/made")],
    'rename' => [fn() => rename("$path/made", "$path/renamed")],
    'rmdir' => [fn() => rmdir("$path/renamed")],
    'unlink' => [fn() => unlink("$path/gone"), fn() => touch("$folder/gone")],
    'fread' => [fn($file) => fread($file, 100), $open],
    'fwrite' => [fn($file) => fwrite($file, 'contents'), fn() => $open('r+')],
    'fstat' => [fn($file) => fstat($file)['size'], $open],
    'fseek' => [fn($file) => fseek($file, 0, SEEK_END), $open],
    'readdir' => [fn($directory) => readdir($directory), fn() => opendir($path)],
    'fclose' => [fn($file) => fclose($file), $open],
    'ssh2.exec' => [fn() => fopen('ssh2.exec://' . (int) $session . '/true', 'r')],
    'ssh2.scp' => [fn() => fopen('ssh2.scp://' . (int) $session . "$folder/file", 'r')],
    'ssh2.tunnel' => [fn() => fopen('ssh2.tunnel://' . (int) $session . "/127.0.0.1:$server[port]", 'r')],
];
/** A started call, in its middle. */
$begun = function (Closure $call, mixed ...$arguments): Async\Coroutine {
    $coroutine = spawn($call, ...$arguments);
    Async\suspend();
    while (!$coroutine->isSuspended() && !$coroutine->isCompleted()) {
        delay(1);
    }
    return $coroutine;
};
/** Is the call refused while another coroutine owns the session? */
$isRefused = function (Closure $call, mixed ...$arguments): bool {
    ini_set('async.shared_connection', 'throw');
    try {
        @$call(...$arguments);
        return false;
    } catch (Async\AsyncException $e) {
        return str_contains($e->getMessage(), 'The SSH2 session is used by');
    } finally {
        ini_set('async.shared_connection', 'wait');
    }
};
$ask = fn() => ssh2_sftp_realpath($sftp, '/usr/..');

foreach ($calls as $name => $parts) {
    [$call, $prepare] = $parts + [1 => null];
    $what = $prepare ? [$prepare()] : [];
    // A close succeeds in any case.
    $asked = $begun($ask);
    $waits = $name === 'fclose' || $isRefused($call, ...$what);
    $right = await($asked) === '/';
    $does = $begun($call, ...$what);
    $has = !$does->isCompleted() && $isRefused($ask);
    $right = $right && await($does, timeout(20000)) !== false;
    echo "$name: ", $right ? '' : 'BROKEN: no answer, ', $has ? 'has' : 'BROKEN: does not have', ' the session, ',
        $waits ? 'waits for it' : 'BROKEN: does not wait for it', "\n";
    unset($what, $asked, $does);
}

// First come, first served.
$order = [];
$calls = [
    'function' => $ask,
    'stat' => fn() => filesize("$path/file"),
    'another function' => fn() => ssh2_sftp_stat($sftp, "$folder/file")['size'],
    'file' => fn() => fopen("$path/file", 'r'),
    'last function' => $ask,
];
foreach ($calls as $name => $call) {
    $tasks[] = spawn(function () use ($name, $call, &$order) {
        $answer = $call();
        $order[] = $name;
    });
}
array_map(fn($task) => await($task, timeout(20000)), $tasks);
echo implode(', ', $order), "\n";

// Turns that come after the session has ended.
$other = ssh2_sftp($short = $login());
$asked = $begun(fn() => ssh2_sftp_realpath($other, '/usr/..'));
$ending = $begun(fn() => ssh2_disconnect($short));
$late = $begun(fn() => @file_get_contents('ssh2.sftp://' . (int) $other . "$folder/file"));
var_dump(await($asked), await($ending), await($late));
?>
--EXPECT--
fopen: has the session, waits for it
fopen, the resource as text: has the session, waits for it
file_get_contents: has the session, waits for it
opendir: has the session, waits for it
stat: has the session, waits for it
mkdir: has the session, waits for it
rename: has the session, waits for it
rmdir: has the session, waits for it
unlink: has the session, waits for it
fread: has the session, waits for it
fwrite: has the session, waits for it
fstat: has the session, waits for it
fseek: has the session, waits for it
readdir: has the session, waits for it
fclose: has the session, waits for it
ssh2.exec: has the session, waits for it
ssh2.scp: has the session, waits for it
ssh2.tunnel: has the session, waits for it
function, stat, another function, file, last function
string(1) "/"
bool(true)
bool(false)
