--TEST--
Owners: SSH2: a session, its channels and its SFTP take turns (D28)
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
require __DIR__ . '/../inc/owner_cases.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';

$server = server('ssh');
// The server's answers come late, so that calls overlap if they can.
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 20));
$session = ssh2_connect($host, (int) $port);
ssh2_auth_pubkey_file($session, $server['user'], $server['public_key'], $server['key']);
$sftp = ssh2_sftp($session);
$order = [];
$run = function (string $command) use ($session, &$order) {
    $stream = ssh2_exec($session, $command);
    stream_set_blocking($stream, true);
    $output = stream_get_contents($stream);
    $order[] = trim($output);
    return trim($output);
};
side_by_side('commands', [
    fn() => $run('echo one'),
    fn() => $run('sleep 0.1; echo two'),
    fn() => ssh2_sftp_realpath($sftp, '/tmp/../etc'),
    fn() => $run('echo three'),
    fn() => ssh2_sftp_stat($sftp, '/etc/passwd')['size'] === filesize('/etc/passwd'),
]);
sort($order);
echo 'all: ', implode(' ', $order), "\n";

// Two channels at a time: each gets its own data, in either order of the reads.
$open = function (string $command) use ($session) {
    $stream = ssh2_exec($session, $command);
    stream_set_blocking($stream, true);
    return $stream;
};
$streams = array_map($open, ['for i in 1 2 3; do echo left $i; done', 'for i in 1 2 3; do echo right $i; done', 'cat']);
side_by_side('channels', [
    fn() => [fgets($streams[0]), fgets($streams[0]), fgets($streams[0]), fgets($streams[0])],
    fn() => [fgets($streams[1]), fgets($streams[1]), fgets($streams[1]), fgets($streams[1])],
    function () use (&$streams) {
        fwrite($streams[2], "to and fro\n");
        ssh2_send_eof($streams[2]);
        return stream_get_contents($streams[2]);
    },
]);

// Closed by one coroutine during a call of another one.
side_by_side('closed', [
    fn() => $run('sleep 0.1; echo still there'),
    function () use (&$streams) {
        pause();
        $streams = [];
        return 'closed';
    },
]);
$stream = $open('echo late');
refusal(fn() => ssh2_sftp_realpath($sftp, '/etc'), fn() => ssh2_exec($session, 'true'));
refusal(fn() => ssh2_sftp_realpath($sftp, '/etc'), fn() => fgets($stream));
echo fgets($stream);
// A second session waits for no other coroutine.
$other = ssh2_connect($host, (int) $port);
refusal(fn() => ssh2_sftp_realpath($sftp, '/etc'), fn() => ssh2_auth_pubkey_file($other, $server['user'], $server['public_key'], $server['key']));
unset($stream);
side_by_side('disconnected', [
    fn() => ssh2_sftp_realpath($sftp, '/etc'),
    fn() => ssh2_sftp_realpath($sftp, '/tmp/..'),
    fn() => ssh2_disconnect($session),
]);
?>
--EXPECT--
commands: ["one","two","\/etc","three",true]
all: one three two
channels: [["left 1\n","left 2\n","left 3\n",false],["right 1\n","right 2\n","right 3\n",false],"to and fro\n"]
closed: ["still there","closed"]
The SSH2 session is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: "\/etc"
The SSH2 session is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: "\/etc"
late
BROKEN: true
the other one: "\/etc"
disconnected: ["\/etc","\/",true]
