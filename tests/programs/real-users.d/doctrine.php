<?php
/* Doctrine's DBAL with a PooledPDO beneath: 50 coroutines, each with a DBAL connection of its own. */
require __DIR__ . '/common.inc';
require __DIR__ . '/../../inc/servers.inc';

use Doctrine\DBAL\{Connection, Driver, DriverManager};

/** The platform of a database, over a PDO object that is there already. */
final class MySQLDriver extends Driver\AbstractMySQLDriver
{
    public function connect(array $params): Driver\Connection
    {
        return new Driver\PDO\Connection($params['pdo']);
    }
}

final class PostgreSQLDriver extends Driver\AbstractPostgreSQLDriver
{
    public function connect(array $params): Driver\Connection
    {
        return new Driver\PDO\Connection($params['pdo']);
    }
}

/** Usual work: nested transactions, one of which is undone, the query builder, types, a key that is there already. */
function work(Connection $db, int $n): array
{
    $db->transactional(function (Connection $db) use ($n) {
        $db->insert('people', ['id' => $n, 'name' => "first $n"]);
        try {
            $db->transactional(function (Connection $db) use ($n) {
                $db->insert('people', ['id' => -$n - 1, 'name' => 'undone']);
                throw new DomainException;
            });
        } catch (DomainException) {
        }
        $db->update('people', ['name' => "second $n"], ['id' => $n]);
    });
    try {
        $db->insert('people', ['id' => $n, 'name' => 'again']);
        $error = 'none';
    } catch (Doctrine\DBAL\Exception\UniqueConstraintViolationException $e) {
        $error = 'unique';
    }
    $row = $db->createQueryBuilder()->select('name', 'id')->from('people')->where('id = :id')->setParameter('id', $n)->fetchAssociative();
    return [$row, $error, iterator_to_array($db->iterateColumn('SELECT count(*) FROM people WHERE id = ?', [$n])), $db->isTransactionActive()];
}

$available = array_filter(['mysql', 'pgsql'], fn($kind) => extension_loaded("pdo_$kind")
    && trim((string) shell_exec($kind === 'mysql' ? 'command -v mariadbd' : 'ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null')) !== '');
foreach ($available as $kind) {
    $server = server($kind);
    $name = $kind === 'mysql' ? mysql_database($server) : pgsql_schema($server);
    $dsn = "$kind:host=$server[host];port=$server[port];"
        . ($kind === 'mysql' ? "dbname=$name" : "dbname=$server[database];options='-c search_path=$name'");
    $driver = $kind === 'mysql' ? MySQLDriver::class : PostgreSQLDriver::class;
    $on = fn(PDO $pdo) => DriverManager::getConnection(['driverClass' => $driver, 'pdo' => $pdo]);

    $plain = $on(new PDO($dsn, $server['user'], $server['password']));
    $plain->executeStatement('CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(50))');
    $expected = array_map(fn($n) => work($plain, $n), range(0, 49));
    $plain->executeStatement('DELETE FROM people');

    $pdo = new Async\PooledPDO($dsn, $server['user'], $server['password'], max: 5);
    same("doctrine $kind: 50 coroutines, a pool of 5", $expected, together(50, fn($n) => work($on($pdo), $n)));
    same("doctrine $kind: rows", 50, (int) $plain->fetchOne('SELECT count(*) FROM people'));
    check("doctrine $kind: no more connections", count($pdo->getPool()) <= 5);

    $pdo = new Async\PooledPDO($dsn, $server['user'], $server['password'], max: 50);
    $nap = $kind === 'mysql' ? 'SELECT SLEEP(0.3)' : 'SELECT pg_sleep(0.3)';
    [$all, $ticks, $ms] = beside_ticks(fn() => together(50, fn($n) => count($on($pdo)->fetchAllAssociative($nap))));
    check("doctrine $kind: 50 wait at the same time", $ms < 3000 && $ticks > 5 && array_sum($all) === 50, "$ms ms, $ticks ticks");
    $plain->executeStatement($kind === 'mysql' ? "DROP DATABASE $name" : "DROP SCHEMA $name CASCADE");
}
