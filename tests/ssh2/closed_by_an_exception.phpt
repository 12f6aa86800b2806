--TEST--
An exception closes an SSH2 stream during another coroutine's call: the call gets its answer, then the stream closes (D28, P5)
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

use function Async\{await, spawn, suspend, timeout};

$server = server('ssh');
// Each answer takes a while, so that other calls can come meanwhile.
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 40));
$session = ssh2_connect($host, (int) $port);
ssh2_auth_pubkey_file($session, $server['user'], $server['public_key'], $server['key']);
$sftp = ssh2_sftp($session);
$folder = sys_get_temp_dir() . '/' . server_own_name();
mkdir($folder);

$streams = [
    'a command' => fn() => ssh2_exec($session, 'sleep 0.2'),
    'a file' => fn() => fopen('ssh2.sftp://' . (int) $sftp . "$folder/file", 'w'),
    'a directory' => fn() => opendir('ssh2.sftp://' . (int) $sftp . $folder),
];
$ways = [
    'an exception' => fn() => throw new LogicException,
    'a cancellation' => fn() => throw new Async\AsyncCancellation,
];
foreach ($streams as $what => $open) {
    foreach ($ways as $way => $strike) {
        $stream = $open();
        $asking = spawn(fn() => ssh2_sftp_realpath($sftp, '/usr/..'));
        while (($asking->getAwaitingInfo()['type'] ?? '') !== 'descriptor') {
            suspend();
        }
        $closing = spawn(function () use ($strike, &$stream) {
            $own = $stream;
            $stream = null;
            // No other coroutine reads from the connection meanwhile: both answers wait there.
            for ($until = hrtime(true) + 500_000_000; hrtime(true) < $until;);
            $strike();
        });
        try {
            await($closing, timeout(20_000));
            echo "BROKEN: it went on\n";
        } catch (LogicException | Async\AsyncCancellation $e) {
            echo "$what, $way: ", $closing->isCompleted() ? '' : 'BROKEN: still there, ';
        }
        unset($closing, $e);
        echo await($asking, timeout(5000)), ' ';
        echo await(spawn(fn() => ssh2_sftp_realpath($sftp, '/usr/../usr/..')), timeout(20_000)), "\n";
    }
}
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
a command, an exception: / /
a command, a cancellation: / /
a file, an exception: / /
a file, a cancellation: / /
a directory, an exception: / /
a directory, a cancellation: / /
