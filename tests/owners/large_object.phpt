--TEST--
Owners: streams of PostgreSQL's large objects take turns with the rest of the PDO connection, also when others close them (D28)
--EXTENSIONS--
pdo
pdo_pgsql
pdo_sqlite
pgsql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('pgsql'); ?>
--FILE--
<?php
require __DIR__ . '/../pgsql/connect.inc';
use function Async\{await, awaitAll, spawn, suspend};

function show(string $what, Closure $do): void
{
    try {
        $result = json_encode($do());
    } catch (Throwable $e) {
        $result = get_class($e) . ': ' . preg_replace(['~#\d+~', '~/\S+:\d+~'], ['#N', 'PLACE'], $e->getMessage());
    }
    echo "$what: $result\n";
}

$pdo = pg_pdo();
$make = function (string $contents) use ($pdo) {
    $oid = $pdo->pgsqlLOBCreate();
    fwrite($pdo->pgsqlLOBOpen($oid, 'w'), $contents);
    return $oid;
};
$pdo->beginTransaction();
$oids = [$make(str_repeat('a', 20000)), $make(str_repeat('b', 20000)), $make('c')];
$pdo->commit();

echo "- others wait for the end of the transaction, which closes the streams\n";
foreach (['fread' => fn($s) => fread($s, 10), 'fwrite' => fn($s) => fwrite($s, 'x'), 'fseek' => fn($s) => fseek($s, 5),
    'stream_get_contents' => fn($s) => strlen(stream_get_contents($s)),
    'stream_copy_to_stream' => fn($s) => stream_copy_to_stream(fopen('data:,x', 'r'), $s)] as $name => $call) {
    $pdo->beginTransaction();
    $one = $pdo->pgsqlLOBOpen($oids[0], 'w');
    $two = $pdo->pgsqlLOBOpen($oids[1], 'w');
    $other = spawn(function () use ($name, $call, $two) {
        show($name, fn() => $call($two));
    });
    // Otherwise both would wait for their answers at the same time.
    show('mine', fn() => md5(stream_get_contents($one)) === md5(str_repeat('a', 20000)));
    suspend();
    $pdo->commit();
    await($other);
}

echo "- or fail\n";
ini_set('async.shared_connection', 'throw');
$pdo->beginTransaction();
$one = $pdo->pgsqlLOBOpen($oids[0], 'w');
await(spawn(fn() => show('fread', fn() => fread($one, 10))));
$pdo->commit();
ini_set('async.shared_connection', 'wait');

echo "- so do those that cannot wait any more\n";
$pdo->beginTransaction();
$one = $pdo->pgsqlLOBOpen($oids[2], 'r');
await(spawn(fn() => show('bound', function () use ($one) {
    $statement = (new PDO('sqlite::memory:'))->prepare('SELECT ?');
    $statement->bindValue(1, $one, PDO::PARAM_LOB);
    return $statement->execute() ? $statement->fetchColumn() : null;
})));
show('mine', fn() => fread($one, 10));
$pdo->commit();

echo "- closed by others in the middle of a call\n";
foreach (['fclose', 'dropped', 'collected'] as $how) {
    $pdo->beginTransaction();
    $one = $pdo->pgsqlLOBOpen($oids[0], 'r');
    $two = $pdo->pgsqlLOBOpen($oids[1], 'r');
    $box = (object) ['stream' => $two];
    $box->self = $how === 'collected' ? $box : null;
    $closer = spawn(function () use (&$box, $how) {
        match ($how) {
            'fclose' => fclose($box->stream),
            'dropped' => $box->stream = null,
            'collected' => [$box = null, gc_collect_cycles()],
        };
        return true;
    });
    $two = null;
    show('mine', fn() => [strlen(stream_get_contents($one)), fclose($one), $pdo->query('SELECT 1')->fetchColumn()]);
    show($how, fn() => await($closer));
    show('commit', fn() => $pdo->commit());
}

echo "- columns that are bound\n";
$pdo->beginTransaction();
$statement = $pdo->prepare("SELECT {$oids[0]}::oid AS o UNION ALL SELECT {$oids[1]}::oid");
$statement->execute();
$statement->bindColumn(1, $column, PDO::PARAM_LOB);
foreach ($statement as $row) {
    $others[] = spawn(fn($s) => show('other', fn() => fread($s, 10)), $column);
    show('mine', fn() => strlen(stream_get_contents($column)));
}
$pdo->rollBack();
awaitAll($others);

echo "- the owner ends\n";
set_error_handler(fn($type, $message) => print('Warning: ' . preg_replace('~#\d+ spawned at .*, ended~', '#N … ended', $message) . "\n"), E_ALL & ~E_DEPRECATED);
$streams = await(spawn(function () use ($pdo, $oids) {
    $pdo->beginTransaction();
    return [$pdo->pgsqlLOBOpen($oids[0], 'r')];
}));
show('fread', fn() => fread($streams[0], 10));
show('unlink', fn() => [$pdo->beginTransaction(), ...array_map($pdo->pgsqlLOBUnlink(...), $oids), $pdo->commit()]);
?>
--EXPECTF--
- others wait for the end of the transaction, which closes the streams
mine: true
fread: TypeError: fread(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
mine: true
fwrite: TypeError: fwrite(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
mine: true
fseek: TypeError: fseek(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
mine: true
stream_get_contents: TypeError: stream_get_contents(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
mine: true
stream_copy_to_stream: TypeError: stream_copy_to_stream(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
- or fail
fread: Async\AsyncException: The PDO connection is used by coroutine #N spawned at PLACE (async.shared_connection = throw)
- so do those that cannot wait any more
bound: Async\AsyncException: The PDO connection is used by coroutine #N spawned at PLACE, and it is impossible to wait here
mine: "c"
- closed by others in the middle of a call
mine: [20000,true,1]
fclose: true
commit: true
mine: [20000,true,1]
dropped: true
commit: true
mine: [20000,true,1]
collected: true
commit: true
- columns that are bound
mine: 20000
mine: 20000
other: TypeError: fread(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
other: TypeError: fread(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
- the owner ends
Warning: PDO connection: coroutine #N … ended inside a transaction, which is rolled back
fread: TypeError: fread(): %r(supplied resource is not a valid stream resource|Argument #\w+ \(\$\w+\) must be an open stream resource)%r
unlink: [true,true,true,true,true]
