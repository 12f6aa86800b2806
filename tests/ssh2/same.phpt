--TEST--
SSH2 waits cooperatively and answers as outside a coroutine: exec, sftp, streams; fifty at a time; cancelled (P10, P11, P5)
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
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';
require __DIR__ . '/../inc/together.inc';
$server = server('ssh');
$login = function (string $host = '127.0.0.1', ?int $port = null) use ($server) {
    $ssh = ssh2_connect($host, $port ?? $server['port']);
    return ssh2_auth_pubkey_file($ssh, $server['user'], $server['public_key'], $server['key']) ? $ssh : null;
};
$run = function ($ssh, string $command): array {
    $out = ssh2_exec($ssh, $command);
    $err = ssh2_fetch_stream($out, SSH2_STREAM_STDERR);
    stream_set_blocking($out, true);
    stream_set_blocking($err, true);
    return [@stream_get_contents($out), @stream_get_contents($err)];
};
[$slowHost, $slowPort] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 40));
$file = tempnam(sys_get_temp_dir(), 'ssh2');
register_shutdown_function(fn() => @unlink($file));
file_put_contents($file, str_repeat('text', 50000));
$silent = stream_socket_server('tcp://127.0.0.1:0');

transparent([
    'exec' => fn() => $run($login(), 'sleep 0.3; echo out; echo err >&2'),
    'exec in parts' => function () use ($login) {
        $out = ssh2_exec($login(), 'for i in 1 2 3; do sleep 0.1; echo $i; done');
        stream_set_blocking($out, true);
        return [fgets($out), fgets($out), fgets($out), fgets($out), feof($out)];
    },
    'a slow connection' => fn() => $run($login($slowHost, (int) $slowPort), 'echo slow'),
    'sftp' => function () use ($login, $slowHost, $slowPort, $file) {
        $sftp = ssh2_sftp($ssh = $login($slowHost, (int) $slowPort));
        $contents = file_get_contents("ssh2.sftp://" . (int) $sftp . $file);
        return [strlen($contents), md5($contents), ssh2_sftp_stat($sftp, $file)['size'], @ssh2_sftp_stat($sftp, "$file.not")];
    },
    'scp' => function () use ($login, $slowHost, $slowPort, $file) {
        $ok = ssh2_scp_send($ssh = $login($slowHost, (int) $slowPort), $file, "$file.copy");
        $back = ssh2_scp_recv($ssh, "$file.copy", "$file.back");
        $same = md5_file($file) === md5_file("$file.back");
        unlink("$file.copy");
        unlink("$file.back");
        return [$ok, $back, $same];
    },
    'wrong key' => fn() => @ssh2_auth_password(ssh2_connect($slowHost, (int) $slowPort), $server['user'], 'wrong'),
    'tunnel' => function () use ($login, $server) {
        $tunnel = ssh2_tunnel($login(), '127.0.0.1', $server['port']);
        stream_set_blocking($tunnel, true);
        return substr(fgets($tunnel), 0, 8);
    },
    'no server at this port' => fn() => ssh2_connect('127.0.0.1', 1),
]);

// Each tunnel delays the server's answers by eight seconds. (Fifty shells would keep the machine busy.)
$late = (int) substr(strrchr(slow_proxy("tcp://$server[host]:$server[port]", 8000), ':'), 1);
$connections = Async\await_all_or_fail(array_map(fn() => Async\spawn($login), range(0, 49)));
echo fifty_together(8000, function (int $n) use ($connections, $late) {
    $tunnel = ssh2_tunnel($connections[$n], '127.0.0.1', $late);
    stream_set_blocking($tunnel, true);
    return substr(fgets($tunnel), 0, 8);
}, array_fill(0, 50, 'SSH-2.0-')), "\n";
unset($connections);

// As in stock PHP, closing such a stream waits for the end of the command; other coroutines go on meanwhile.
$ssh = $login();
$begun = "$file.begun";
$call = Async\spawn(function () use ($run, $ssh, $begun) {
    try {
        return $run($ssh, "touch $begun; sleep 3; rm $begun");
    } finally {
        echo 'finally, ';
    }
});
while (!file_exists($begun)) {
    Async\delay(20);
    clearstatcache();
}
$call->cancel();
try {
    var_dump(Async\await($call));
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$connecting = Async\spawn(fn() => @ssh2_connect('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1)));
do {
    Async\delay(20);
} while (!$connecting->isSuspended());
$connecting->cancel();
try {
    var_dump(Async\await($connecting));
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
echo $run($login(), 'echo new connection')[0];
?>
--EXPECT--
exec: same
exec in parts: same
a slow connection: same
sftp: same
scp: same
wrong key: same
tunnel: same
no server at this port: same
same answers, together
finally, cancelled
cancelled
new connection
