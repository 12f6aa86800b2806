--TEST--
A server for tests is started once, shared, and ends with the last process that uses it, also a killed one
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/servers.inc';

$folder = '/tmp/async-harness-' . getmypid();
mkdir($folder, 0711);
// Ask for a server, print its pid, and keep it until a line can be read.
$user = 'require ' . var_export(__DIR__ . '/../inc/servers.inc', true) . '; echo server("redis")["pid"], "\n"; fgets(STDIN);';
$start = function () use ($user, $folder): array {
    $process = proc_open('exec ' . php_command('-r ' . escapeshellarg($user)), [['pipe', 'r'], ['pipe', 'w']], $pipes, null,
        ['TMPDIR' => $folder, 'ASYNC_SERVERS_LINGER' => '0.2'] + getenv());
    return [$process, $pipes];
};
$gone = function (string $file): bool {
    for ($i = 0; $i < 1500 && file_exists($file); $i++) {
        usleep(20000);
        clearstatcache();
    }
    return !file_exists($file);
};

$all = [$start(), $start(), $start(), $start()];
$pids = array_map(fn($one) => (int) fgets($one[1][1]), $all);
echo count(array_unique($pids)), ' server for ', count($pids), " at once\n";
for ($i = 1; $i < 4; $i++) {
    fwrite($all[$i][1][0], "\n");
    proc_close($all[$i][0]);
}
usleep(1_200_000);
echo server_alive($pids[0]) ? "still there for the last one\n" : "ended too early\n";
proc_terminate($all[0][0], 9);
$gone("/proc/$pids[0]");
for ($i = 0; $i < 1500 && glob("$folder/async-servers-*"); $i++) {
    usleep(20000);
}
echo glob("$folder/async-servers-*") ? "left something\n" : "nothing is left\n";
// Tools such as valgrind leave files of their own.
exec("rm -rf $folder");

// A server that ends when its test ends it.
$server = server_private('redis');
$ping = function (array $server): string {
    $s = @stream_socket_client("tcp://$server[host]:$server[port]");
    return $s && fwrite($s, "PING\r\n") ? rtrim(fgets($s)) : 'no server';
};
echo $ping($server), "\n";
server_signal($server, 9);
echo $ping($server), "\n";
$again = server_again($server);
echo $ping($again), ' ', $again['port'] === $server['port'] ? 'same address' : 'elsewhere', "\n";
?>
--EXPECT--
1 server for 4 at once
still there for the last one
nothing is left
+PONG
no server
+PONG same address
