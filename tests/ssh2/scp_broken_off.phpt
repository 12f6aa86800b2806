--TEST--
scp ends when the connection is lost, when its coroutine is cancelled, and when the other side ends early (P5, P13)
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
// Stock PHP tries for ever to send the rest, or to receive it.
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/broken_proxy.inc';

use function Async\{await, delay, spawn, timeout};

$server = server('ssh');
$login = function (string $way) use ($server) {
    [$host, $port] = explode(':', $way);
    $session = ssh2_connect($host, (int) $port);
    return ssh2_auth_pubkey_file($session, $server['user'], $server['public_key'], $server['key']) ? $session : null;
};
$address = "$server[host]:$server[port]";
$file = sys_get_temp_dir() . '/' . server_own_name();
register_shutdown_function(fn() => array_map('unlink', glob("$file*")));
file_put_contents($file, str_repeat('x', 20_000_000));
set_error_handler(fn($type, $message) => print("Warning: $message\n"));

echo "lost\n";
$session = $login(broken_proxy("tcp://$address", 'client', 300_000, false));
var_dump(await(spawn(fn() => ssh2_scp_send($session, $file, "$file.sent")), timeout(20_000)));
$session = $login(broken_proxy("tcp://$address", 'server', 300_000, false));
var_dump(await(spawn(fn() => ssh2_scp_recv($session, $file, "$file.received")), timeout(20_000)));

echo "cancelled\n";
$calls = [
    'client' => fn($session) => @ssh2_scp_send($session, $file, "$file.sent"),
    'server' => fn($session) => @ssh2_scp_recv($session, $file, "$file.received"),
];
restore_error_handler();
foreach ($calls as $side => $call) {
    $session = $login(broken_proxy("tcp://$address", $side, 300_000, true));
    $coroutine = spawn($call, $session);
    delay(500);
    $coroutine->cancel();
    try {
        await($coroutine, timeout(20_000));
        echo "BROKEN: it went on\n";
    } catch (Async\AsyncCancellation) {
        echo $coroutine->isCompleted() ? 'cancelled' : 'BROKEN: not cancelled', "\n";
    }
}

echo "complete\n";
var_dump(await(spawn($calls['client'], $session = $login($address))), await(spawn($calls['server'], $session)));
var_dump(md5_file("$file.sent") === md5_file("$file.received"));

// The sending process is killed; the connection stays usable.
echo "ended early\n";
ftruncate(fopen("$file.slow", 'c'), 500_000_000);
$receiving = spawn(fn() => @ssh2_scp_recv($session, "$file.slow", '/dev/null'));
while (!$receiving->isCompleted()) {
    Async\suspend();
    foreach (glob('/proc/[0-9]*/cmdline') as $name) {
        $words = explode("\0", (string) @file_get_contents($name));
        if (basename($words[0]) === 'scp' && in_array("$file.slow", $words, true)) {
            exec('kill -KILL ' . basename(dirname($name)));
        }
    }
    delay(10);
}
var_dump(await($receiving));
var_dump(ssh2_scp_recv($session, $file, "$file.received"));
?>
--EXPECT--
lost
Warning: ssh2_scp_send(): Unable to send data on socket
bool(false)
Warning: ssh2_scp_recv(): Error reading from remote file
bool(false)
cancelled
cancelled
cancelled
complete
bool(true)
bool(true)
bool(true)
ended early
bool(false)
bool(true)
