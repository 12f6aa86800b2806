--TEST--
Owners: a persistent PostgreSQL connection that other coroutines use is lost during its check, and cannot be reopened (D28, P4)
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--INI--
pgsql.auto_reset_persistent=1
--FILE--
<?php
use function Async\{spawn};
require __DIR__ . '/../inc/servers.inc';

$pg = server('pgsql');
$name = server_own_name();

// The proxy to the server: it closes before the nth check whether the connection is alive.
function way(array $pg, int $cut_at): int
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
    spawn(function () use (&$listener, $pg, $cut_at) {
        $client = stream_socket_accept($listener);
        $server = stream_socket_client("tcp://$pg[host]:$pg[port]");
        spawn(function () use ($client, $server) {
            while (($data = fread($server, 8192)) !== '' && $data !== false) {
                fwrite($client, $data);
            }
        });
        for ($asked = 0; ($data = fread($client, 8192)) !== '' && $data !== false;) {
            if (str_contains($data, 'select 1') && ++$asked === $cut_at) {
                break;
            }
            fwrite($server, $data);
        }
        fclose($listener);
        stream_socket_shutdown($client, STREAM_SHUT_RDWR);
        stream_socket_shutdown($server, STREAM_SHUT_RDWR);
    });
    return $port;
}

foreach ([1, 2, 3] as $cut_at) {
    $port = way($pg, $cut_at);
    $words = "host=127.0.0.1 port=$port dbname=$pg[database] user=$pg[user] password=$pg[password] application_name=$name sslmode=disable gssencmode=disable";
    $held = [pg_pconnect($words), @pg_pconnect($words)];
    for ($i = 0; $i < 3; $i++) {
        $held[] = @pg_pconnect($words);
    }
    $held = array_filter($held);
    $answers = array_map(fn($connection) => @pg_query($connection, 'SELECT 1'), $held);
    echo $cut_at, ': ', json_encode(array_values(array_unique($answers))), ' ';
    echo json_encode(array_values(array_unique(array_map(pg_connection_status(...), $held)))), "\n";
    pg_close(array_pop($held));
    foreach ($held as $i => $connection) {
        unset($held[$i], $connection);
    }
}
?>
--EXPECT--
1: [false] [1]
2: [false] [1]
3: [false] [1]
