<?php
/* Doctrine's DBAL in 50 coroutines on one connection (D28): the answers are those of one after the other. */
require __DIR__ . '/common.inc';
require __DIR__ . '/../../inc/servers.inc';

use Doctrine\DBAL\{Connection, Driver, DriverManager, ParameterType};
use Doctrine\DBAL\Exception\UniqueConstraintViolationException;

/** A DBAL connection over a PDO object that others use, too. */
function on(PDO $pdo): Connection
{
    $driver = match ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME)) {
        'mysql' => Mysql_driver::class,
        'pgsql' => Pgsql_driver::class,
        'sqlite' => Sqlite_driver::class,
    };
    return DriverManager::getConnection(['driverClass' => $driver, 'pdo' => $pdo]);
}

trait Given
{
    public function connect(array $params): Driver\Connection
    {
        return new Driver\PDO\Connection($params['pdo']);
    }
}

final class Mysql_driver extends Driver\AbstractMySQLDriver
{
    use Given;
}

final class Pgsql_driver extends Driver\AbstractPostgreSQLDriver
{
    use Given;
}

final class Sqlite_driver extends Driver\AbstractSQLiteDriver
{
    use Given;
}

/** Statements that stand for themselves: prepared ones, a big result read in pieces, an error. */
function statements(Connection $db, int $n): array
{
    $answers = [];
    $insert = $db->prepare('INSERT INTO entries (owner, number, text) VALUES (?, ?, ?)');
    for ($i = 0; $i < 5; $i++) {
        $insert->bindValue(1, $n, ParameterType::INTEGER);
        $insert->bindValue(2, $i, ParameterType::INTEGER);
        $insert->bindValue(3, str_repeat("line $i of $n ", 50));
        $answers[] = $insert->executeStatement();
    }
    try {
        $db->insert('entries', ['owner' => $n, 'number' => 0, 'text' => 'again']);
    } catch (UniqueConstraintViolationException) {
        $answers[] = 'refused';
    }
    $answers[] = $db->createQueryBuilder()->select('number', 'text')->from('entries')
        ->where('owner = :owner')->orderBy('number')
        ->setParameter('owner', $n)->fetchAllKeyValue();
    $hash = hash_init('md5');
    $all = 'SELECT a.owner, a.number, b.number AS other FROM many a JOIN many b ON a.owner = b.owner ORDER BY 1, 2, 3';
    foreach ($db->iterateNumeric($all) as $row) {
        hash_update($hash, implode(',', $row));
    }
    $answers[] = hash_final($hash);
    return $answers;
}

/** Transactions, one within the other, undone and kept; what a statement sees in between is its own. */
function transactions(Connection $db, int $n): array
{
    $answers = [$db->transactional(function (Connection $db) use ($n) {
        $db->insert('entries', ['owner' => 1000 + $n, 'number' => 1, 'text' => 'kept']);
        try {
            $db->transactional(function (Connection $db) use ($n) {
                $db->delete('entries', ['owner' => 1000 + $n]);
                throw new DomainException;
            });
        } catch (DomainException) {
        }
        return (int) $db->fetchOne('SELECT count(*) FROM entries WHERE owner = ?', [1000 + $n]);
    })];
    try {
        $db->transactional(function (Connection $db) use ($n) {
            $db->executeStatement('UPDATE entries SET number = number + 1 WHERE owner = ?', [1000 + $n]);
            throw new DomainException;
        });
    } catch (DomainException) {
    }
    $answers[] = array_map('intval', $db->fetchFirstColumn('SELECT number FROM entries WHERE owner = ?', [1000 + $n]));
    return [...$answers, $db->isTransactionActive()];
}

$servers = ['mysql' => 'command -v mariadbd', 'pgsql' => 'ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null', 'sqlite' => 'echo none'];
foreach ($servers as $kind => $command) {
    if (!extension_loaded("pdo_$kind") || trim((string) shell_exec($command)) === '') {
        continue;
    }
    if ($kind === 'sqlite') {
        $pdo = new PDO('sqlite::memory:');
    } else {
        $server = server($kind);
        $name = $kind === 'mysql' ? mysql_database($server) : pgsql_schema($server);
        $pdo = new PDO("$kind:host=$server[host];port=$server[port];" . ($kind === 'mysql' ? "dbname=$name"
            : "dbname=$server[database];options='-c search_path=$name'"), $server['user'], $server['password']);
    }
    $db = on($pdo);
    $db->executeStatement('CREATE TABLE entries (owner INT, number INT, text VARCHAR(2000), PRIMARY KEY (owner, number))');
    $db->executeStatement('CREATE TABLE many (owner INT, number INT)');
    for ($i = 0; $i < 40; $i++) {
        $db->executeStatement('INSERT INTO many VALUES (?, ?)', [$i % 2, $i]);
    }

    $expected = array_map(fn($n) => statements($db, $n), range(0, 49));
    $db->executeStatement('DELETE FROM entries');
    same("doctrine-shared $kind: statements on one DBAL connection",
        $expected, together(50, fn($n) => statements($db, $n)));
    // DBAL counts its nested transactions in its own object, so that these have one each; the PDO object is the same.
    $expected = array_map(fn($n) => transactions($db, $n), range(0, 49));
    $db->executeStatement('DELETE FROM entries');
    same("doctrine-shared $kind: transactions on one PDO object",
        $expected, together(50, fn($n) => transactions(on($pdo), $n)));
    same("doctrine-shared $kind: rows that are left", 50, (int) $db->fetchOne('SELECT count(*) FROM entries'));
    if ($kind !== 'sqlite') {
        $db->executeStatement($kind === 'mysql' ? "DROP DATABASE $name" : "DROP SCHEMA $name CASCADE");
    }
}
