--TEST--
The release of a listener by its last variable takes its turn on the session (D28)
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
$session = ssh2_connect($host, (int) $port);
ssh2_auth_pubkey_file($session, $server['user'], $server['public_key'], $server['key']);
/** A started call, in its middle. */
$begun = function (Closure $call): Async\Coroutine {
    $coroutine = spawn($call);
    Async\suspend();
    while (!$coroutine->isSuspended() && !$coroutine->isCompleted()) {
        delay(1);
    }
    return $coroutine;
};
$sftp = ssh2_sftp($session);
$ask = fn() => ssh2_sftp_realpath($sftp, '/usr/..');

$listen = fn() => ssh2_forward_listen($session, 0);
$others = ['begun in a coroutine' => await(spawn($listen)), 'begun by the main script' => $listen()];
foreach (array_keys($others) as $name) {
    $asked = $begun($ask);
    $released = $begun(function () use (&$others, $name) {
        unset($others[$name]);
    });
    echo "$name: ", $released->getAwaitingInfo()['class'] ?? 'BROKEN: no turn', "\n";
    $asksAgain = $begun($ask);
    var_dump(await($asked, timeout(20000)));
    await($released, timeout(20000));
    var_dump(await($asksAgain, timeout(20000)));
}
?>
--EXPECT--
begun in a coroutine: SSH2 session
string(1) "/"
string(1) "/"
begun by the main script: SSH2 session
string(1) "/"
string(1) "/"
