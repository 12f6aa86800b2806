--TEST--
A backtrace can outlive the persistent PDO connection whose driver method it names (D28, lifetime rule 3)
--EXTENSIONS--
pdo
pdo_pgsql
--INI--
error_reporting=24575
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/../inc/servers.inc';

$pg = server('pgsql');
$source = "pgsql:host=$pg[host] port=$pg[port] dbname=$pg[database]";
$admin = new PDO("$source user=$pg[user] password=$pg[password]");
$role = strtr(server_own_name(), '-', '_') . '_gone';
$admin->exec("CREATE ROLE $role LOGIN PASSWORD 'secret'");
$errors = await(spawn(function () use ($source, $role, $admin) {
    $connect = fn() => new PDO("$source user=$role password=secret", options: [PDO::ATTR_PERSISTENT => true]);
    $connection = $connect();
    $backend = $connection->query('SELECT pg_backend_pid()')->fetchColumn();
    for ($i = 0; $i < 20; $i++) {
        try {
            $connection->pgsqlCopyFromArray('there_is_no_such_table', ['1']);
        } catch (PDOException $error) {
            $errors[] = $error;
        }
    }
    $connection = null;
    // The connection is lost, and cannot be reopened.
    $admin->exec("DROP ROLE $role");
    do {
        $admin->query("SELECT pg_terminate_backend($backend)")->fetchAll();
        try {
            $connect();
        } catch (PDOException $refused) {
        }
    } while (empty($refused));
    return $errors;
}));
echo $errors[0]->getTrace()[0]['function'], ' ', count($errors), "\n";
unset($errors);
gc_collect_cycles();
echo str_repeat('good ', 2), "\n";
?>
--EXPECT--
pgsqlCopyFromArray 20
good good 
