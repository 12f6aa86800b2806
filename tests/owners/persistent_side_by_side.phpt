--TEST--
Owners: a persistent connect to a silent host delays no coroutine that connects with other parameters (D28)
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pgsql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
skip_without_server('pgsql');
?>
--FILE--
<?php
use function Async\{awaitAll, delay, spawn};
require __DIR__ . '/../inc/servers.inc';

$my = server('mysql');
$pg = server('pgsql');
$name = server_own_name();
$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);
$persistent = [PDO::ATTR_PERSISTENT => $name];
$pg_words = fn(int $port, string $more) => "host=$pg[host] port=$port dbname=$pg[database] user=$pg[user] password=$pg[password] application_name='$more'";
$clients = [
    'PDO mysql' => fn(int $port, string $more) => (new PDO("mysql:host=$my[host];port=$port", $my['user'], $my['password'],
        [PDO::ATTR_PERSISTENT => $more]))->query('SELECT 1')->fetchColumn(),
    'PDO pgsql' => fn(int $port, string $more) => (new PDO('pgsql:' . $pg_words($port, $more), options: $persistent))
        ->query('SELECT 1')->fetchColumn(),
    'pgsql' => fn(int $port, string $more) => pg_fetch_result(pg_query(@pg_pconnect($pg_words($port, $more)), 'SELECT 1'), 0, 0),
];
foreach ($clients as $client => $connect) {
    $slow = spawn(fn() => $connect($port, "$name slow"));
    // It has connected, and gets no answer.
    $accepted[] = stream_socket_accept($silent);
    // Among many connection strings, a few share a hash slot with the first one.
    $answers = 0;
    $fast = [];
    for ($i = 0; $i < 4; $i++) {
        $fast[] = spawn(function () use ($connect, $client, $my, $pg, $name, $i, &$answers) {
            $answers += $connect($client === 'PDO mysql' ? $my['port'] : $pg['port'], "$name$i");
        });
    }
    while ($answers < 2) {
        delay(1);
    }
    echo "$client: ", $slow->isCompleted() ? 'BROKEN' : 'the slow one waits', "\n";
    $slow->cancel();
    awaitAll([$slow, ...$fast]);
    echo "$answers answers\n";
}
?>
--EXPECT--
PDO mysql: the slow one waits
4 answers
PDO pgsql: the slow one waits
4 answers
pgsql: the slow one waits
4 answers
