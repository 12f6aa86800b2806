--TEST--
examples/etl-mysql-pgsql.php with its own and with real servers, with one connection each, run twice, and with errors (issue 6)
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/servers.inc';

function etl(string $title, string $arguments): void
{
    $process = proc_open('exec ' . php_command(untraced($title === $arguments) . escapeshellarg(__DIR__ . '/../../examples/etl-mysql-pgsql.php') . " $arguments"),
        [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    echo "-- $title\n", preg_replace(['/ +\d+\.\d\d s/', '/violates.*\nDETAIL.*/'], [' TIME s', 'violates …'], $output), "status $status\n";
}
etl('its own servers', '');

$mysql = server('mysql');
$pgsql = server('pgsql');
$database = mysql_database($mysql);
$schema = pgsql_schema($pgsql);
$from = "mysql:host=$mysql[host];port=$mysql[port];dbname=$database;charset=utf8mb4;user=$mysql[user];password=$mysql[password]";
$to = "pgsql:host=$pgsql[host];port=$pgsql[port];dbname=$pgsql[database];user=$pgsql[user];password=$pgsql[password];options='-c search_path=$schema'";
$source = new PDO($from);
$source->exec('CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(80), cents INT, currency CHAR(3), created_at DATETIME, note TEXT)');
$source->exec("INSERT INTO orders SELECT seq * 3, ' A', seq, 'eur', '2025-01-01', '' FROM seq_1_to_100");
$both = '-f ' . escapeshellarg($from) . ' -t ' . escapeshellarg($to);
etl('one connection each', "$both -r 1 -w 1 -b 10 -q 1");
$source->exec("UPDATE orders SET customer = 'B'");
etl('again', $both);
$target = new PDO($to);
echo json_encode($target->query('SELECT count(*), min(customer), sum(amount) FROM orders')->fetch(PDO::FETCH_NUM)), "\n";
$target->exec('ALTER TABLE orders ADD CHECK (id <> 150) NOT VALID');
etl('a row that is refused', "$both -b 7 -q 1");
foreach (['--what', '-b 0', '--from=mysql:'] as $wrong) {
    etl($wrong, $wrong);
}
$source->exec("DROP DATABASE $database");
$target->exec("DROP SCHEMA $schema CASCADE");
?>
--EXPECT--
-- its own servers
          Connections      Rows   Batches   Waited for others
Read                3     20000        40 TIME s
Written             3     20000        40 TIME s

20000 rows in TIME s
Both have [20000,967570000,13334,"2025-01-14 21:20:00"]
status 0
-- one connection each
          Connections      Rows   Batches   Waited for others
Read                1       100        30 TIME s
Written             1       100        30 TIME s

100 rows in TIME s
status 0
-- again
          Connections      Rows   Batches   Waited for others
Read                3       100         1 TIME s
Written             3       100         1 TIME s

100 rows in TIME s
status 0
[100,"B","50.50"]
-- a row that is refused
etl-mysql-pgsql: SQLSTATE[23514]: Check violation: 7 ERROR:  new row for relation "orders" violates …
status 1
-- --what
etl-mysql-pgsql: unknown argument --what
etl-mysql-pgsql --help shows how it is used
status 2
-- -b 0
etl-mysql-pgsql: --batch must be a whole number from 1 to 5000, not "0"
etl-mysql-pgsql --help shows how it is used
status 2
-- --from=mysql:
etl-mysql-pgsql: --from and --to belong together
etl-mysql-pgsql --help shows how it is used
status 2
