--TEST--
A coroutine cancelled in a call of ssh2 ends at once; the session never confuses the answers of two calls (P4, P5, P13)
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

$server = server('ssh');
// The server's answers come late, so that each call can be cancelled while it waits for one.
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 100));
$login = function () use ($server, $host, $port) {
    $session = ssh2_connect($host, (int) $port);
    return ssh2_auth_pubkey_file($session, $server['user'], $server['public_key'], $server['key']) ? $session : null;
};
$output = function ($session, string $command) {
    if (!$stream = @ssh2_exec($session, $command)) {
        return false;
    }
    stream_set_blocking($stream, true);
    return @stream_get_contents($stream);
};
$calls = [
    'exec' => fn($session, $sftp) => $output($session, 'echo theirs'),
    'stat' => fn($session, $sftp) => ssh2_sftp_stat($sftp, '/etc'),
    'lstat' => fn($session, $sftp) => ssh2_sftp_lstat($sftp, '/etc'),
    'realpath' => fn($session, $sftp) => ssh2_sftp_realpath($sftp, '/usr/../etc'),
    'sftp' => fn($session, $sftp) => ssh2_sftp($session),
    'scp' => fn($session, $sftp) => ssh2_scp_recv($session, '/etc/group', '/dev/null'),
    'tunnel' => fn($session, $sftp) => ssh2_tunnel($session, '127.0.0.1', $server['port']),
    'read' => fn($session, $sftp) => file_get_contents('ssh2.sftp://' . (int) $sftp . '/etc/group'),
];
/** A similar call with another argument: its own answer, or none. */
$judge = function ($session, $sftp) use ($output): array {
    $size = filesize('/etc/passwd');
    return [
        'realpath' => in_array(@ssh2_sftp_realpath($sftp, '/tmp/..'), ['/', false], true),
        'stat' => in_array(@ssh2_sftp_stat($sftp, '/etc/passwd')['size'] ?? null, [$size, null], true),
        'lstat' => in_array(@ssh2_sftp_lstat($sftp, '/etc/passwd')['size'] ?? null, [$size, null], true),
        'read' => in_array(@file_get_contents('ssh2.sftp://' . (int) $sftp . '/etc/passwd'), [file_get_contents('/etc/passwd'), '', false], true),
        'exec' => in_array($output($session, 'echo mine'), ["mine\n", '', false], true),
    ];
};
foreach ($calls as $name => $call) {
    // In the first wait of the call, and in the second.
    for ($waits = $wrong = [], $ends = '', $wait = 1; $wait < 3; $wait++) {
        $sftp = ssh2_sftp($session = $login());
        $coroutine = Async\spawn(fn() => @$call($session, $sftp));
        for ($turn = 0; $turn < $wait; $turn++) {
            Async\delay($turn === 0 ? 50 : 100);
        }
        if ($coroutine->isCompleted()) {
            break;
        }
        $start = hrtime(true);
        $coroutine->cancel();
        try {
            Async\await($coroutine);
            $ends = 'BROKEN: it went on';
        } catch (Async\AsyncCancellation) {
            $ms = (hrtime(true) - $start) / 1e6;
            $ends = $ms < (getenv('ASYNC_TEST_TOOL') ? 5000 : 1000) ? 'cancelled' : "BROKEN: cancelled after $ms ms";
        }
        try {
            $answers = Async\await(Async\spawn(fn() => $judge($session, $sftp)), Async\timeout(30000));
            $wrong += array_filter($answers, fn($right) => !$right);
        } catch (Async\AwaitCancelledException) {
            $wrong['anything'] = false;
        }
    }
    echo "$name: $ends, ", $wrong ? 'BROKEN: wrong afterwards: ' . implode(' ', array_keys($wrong)) : 'usable or closed', "\n";
    unset($sftp, $session);
}
echo $output($login(), 'echo new session');
?>
--EXPECT--
exec: cancelled, usable or closed
stat: cancelled, usable or closed
lstat: cancelled, usable or closed
realpath: cancelled, usable or closed
sftp: cancelled, usable or closed
scp: cancelled, usable or closed
tunnel: cancelled, usable or closed
read: cancelled, usable or closed
new session
