<?php
/* Doctrine DBAL with SQLite, whose calls do not wait: connections in coroutines keep apart, one does not lose its place. */
require __DIR__ . '/common.inc';

use Doctrine\DBAL\{Connection, DriverManager, ParameterType};
use Doctrine\DBAL\Exception\UniqueConstraintViolationException;
use Doctrine\DBAL\Schema\Schema;

/** A database of its own, in memory or in a file, with a table. */
function database(?string $file = null): Connection
{
    $where = $file === null ? ['memory' => true] : ['path' => $file];
    $connection = DriverManager::getConnection(['driver' => 'pdo_sqlite'] + $where);
    $schema = new Schema;
    $table = $schema->createTable('items');
    $table->addColumn('id', 'integer', ['autoincrement' => true]);
    $table->addColumn('name', 'string', ['length' => 100]);
    $table->addColumn('made', 'datetime_immutable');
    $table->setPrimaryKey(['id']);
    $table->addUniqueIndex(['name']);
    foreach ($schema->toSql($connection->getDatabasePlatform()) as $statement) {
        $connection->executeStatement($statement);
    }
    return $connection;
}

function insert(Connection $connection, string $name): void
{
    $connection->insert('items', ['name' => $name, 'made' => new DateTimeImmutable('2020-02-02 02:02:02')],
        ['made' => 'datetime_immutable']);
}

/** What its users do; `$wait` lets others run in between. */
$session = function (int $n, Closure $wait): array {
    $connection = database();
    $log = [];
    foreach (['one', 'two', 'three'] as $name) {
        insert($connection, "$name of $n");
        $wait();
    }
    $connection->transactional(function (Connection $c) use ($wait, $n) {
        $c->update('items', ['name' => "first of $n"], ['id' => 1]);
        $wait();
    });
    try {
        $connection->transactional(function (Connection $c) use ($wait) {
            $c->delete('items', ['id' => 2]);
            $wait();
            throw new RuntimeException('rolled back');
        });
    } catch (RuntimeException $e) {
        $log[] = $e->getMessage();
    }
    try {
        insert($connection, "three of $n");
    } catch (UniqueConstraintViolationException) {
        $log[] = 'refused';
    }
    $query = $connection->createQueryBuilder()->select('id', 'name')->from('items')->where('id <= :last')
        ->setParameter('last', 2, ParameterType::INTEGER)->orderBy('id', 'DESC');
    $log[] = $query->executeQuery()->fetchAllAssociative();
    // A result that is read in pieces, while others run.
    foreach ($connection->iterateKeyValue('SELECT id, name FROM items ORDER BY id') as $id => $name) {
        $wait();
        $log[] = "$id: $name";
    }
    $log[] = $connection->convertToPHPValue($connection->fetchOne('SELECT made FROM items'), 'datetime_immutable')
        ->format('c');
    return $log;
};

$plain = array_map(fn($n) => $session($n, fn() => null), range(0, 9));
same('doctrine: a session', $plain[0], Async\await(Async\spawn($session, 0, Async\suspend(...))));
[$all, $ticks] = beside_ticks(fn() => together(10, fn($n) => $session($n, fn() => Async\delay(2 * $n + 2))));
same('doctrine: ten sessions at a time', $plain, $all);
check('doctrine: others go on', $ticks > 3, "$ticks ticks");

// Several connections to one file: the second one waits for the lock of SQLite, and others run.
$file = tempnam(sys_get_temp_dir(), 'real-users');
database($file)->close();
together(5, function ($n) use ($file) {
    $connection = DriverManager::getConnection(['driver' => 'pdo_sqlite', 'path' => $file]);
    for ($i = 0; $i < 5; $i++) {
        insert($connection, "$n.$i");
        Async\suspend();
    }
});
$count = DriverManager::getConnection(['driver' => 'pdo_sqlite', 'path' => $file])->fetchOne('SELECT count(*) FROM items');
same('doctrine: five connections to a file', 25, (int) $count);
unlink($file);

// Cancelled within a transaction: it is rolled back.
$connection = database();
$cancelled = Async\spawn(fn() => $connection->transactional(function (Connection $c) {
    insert($c, 'never');
    Async\delay(60000);
}));
Async\delay(5);
$cancelled->cancel();
try {
    Async\await($cancelled);
} catch (Async\AsyncCancellation) {
}
same('doctrine: cancelled within a transaction', [0, false],
    [(int) $connection->fetchOne('SELECT count(*) FROM items'), $connection->isTransactionActive()]);
