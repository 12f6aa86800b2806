--TEST--
The release of an SFTP by its last variable takes its turn on the session (D28)
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

$others = ['begun in a coroutine' => await(spawn(fn() => ssh2_sftp($session))), 'begun by the main script' => ssh2_sftp($session)];
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

// Released by a cancelled coroutine, which cannot wait: the end of the session releases it.
$asked = $begun($ask);
$released = $begun(function () use ($session) {
    $other = ssh2_sftp($session);
    try {
        delay(100_000);
    } finally {
        Async\suspend();
    }
});
await($asked, timeout(20000));
while (($released->getAwaitingInfo()['type'] ?? '') !== 'timer') {
    delay(10);
}
$asked = $begun($ask);
$released->cancel();
try {
    await($released, timeout(1000));
} catch (Async\AsyncCancellation) {
    echo $released->isCompleted() ? 'cancelled' : 'BROKEN: not cancelled', "\n";
}
var_dump(await($asked, timeout(20000)), $ask());
?>
--EXPECT--
begun in a coroutine: SSH2 session
string(1) "/"
string(1) "/"
begun by the main script: SSH2 session
string(1) "/"
string(1) "/"
cancelled
string(1) "/"
string(1) "/"
