--TEST--
The maker of a PDO object with a pool sets attributes while another coroutine sets those before on its connection
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
use function Async\{await, delay, spawn, suspend};

$mysql = server('mysql');

/* A proxy that lets the text "autocommit" wait for a while. */
$held = 0;
$listener = stream_socket_server('tcp://127.0.0.1:0');
[$host, $port] = explode(':', stream_socket_get_name($listener, false));
$proxy = spawn(function () use ($listener, $mysql, &$held) {
    while (true) {
        $client = stream_socket_accept($listener, 60);
        $server = stream_socket_client("tcp://$mysql[host]:$mysql[port]");
        spawn(function () use ($client, $server, &$held) {
            while (($text = fread($client, 8192)) != '') {
                if (stripos($text, 'autocommit') !== false) {
                    $held++;
                    delay(30);
                }
                fwrite($server, $text);
            }
            stream_socket_shutdown($server, STREAM_SHUT_WR);
        });
        spawn(function () use ($client, $server) {
            while (($text = fread($server, 8192)) != '') {
                fwrite($client, $text);
            }
            fclose($client);
        });
    }
});

$db = new PDO("mysql:host=$host;port=$port", $mysql['user'], $mysql['password'], ['async.pool' => 3]);
$db->setAttribute(PDO::ATTR_AUTOCOMMIT, 0);
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$db->beginTransaction();

// The main flow holds its connection. The next one is told of autocommit twice: by PDO, and for the attribute.
$held = 0;
$other = spawn(fn() => [$db->query('SELECT @@autocommit')->fetchColumn(), $db->getAttribute(PDO::ATTR_ERRMODE)]);
while ($held < 2) {
    suspend();
}
// The table of attributes becomes a larger one.
foreach ([PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM, PDO::ATTR_STRINGIFY_FETCHES => true] as $name => $value) {
    $db->setAttribute($name, $value);
}
echo json_encode(await($other)), "\n";
echo json_encode(await(spawn(fn() => $db->query('SELECT 1')->fetch()))), "\n";
$db->rollBack();
unset($db);
$proxy->cancel();
// schedules: may go on
?>
--EXPECT--
[0,2]
["1"]
