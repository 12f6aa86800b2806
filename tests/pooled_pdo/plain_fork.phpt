--TEST--
A pool of PDO connections in a forked child: the child has connections of its own, and neither its calls nor its end touch those of the parent
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql', 'pgsql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
use Async\PooledPDO;
use function Async\{spawn, suspend, await, awaitAll, delay};

$mysql = server('mysql');
$pgsql = server('pgsql');
$kinds = [
    'mysql' => ["mysql:host=$mysql[host];port=$mysql[port]", $mysql['user'], $mysql['password'], 'SELECT CONNECTION_ID()'],
    'pgsql' => ["pgsql:host=$pgsql[host];port=$pgsql[port];dbname=$pgsql[database]", $pgsql['user'], $pgsql['password'],
        'SELECT pg_backend_pid()'],
];
$makers = [
    'plain' => fn($arguments, $onConnect) => new PDO(...[...$arguments, ['async.pool' => ['max' => 3, 'onConnect' => $onConnect]]]),
    'named' => fn($arguments, $onConnect) => new PDO(...[...$arguments, ['async.pool' => ['max' => 3, 'onConnect' => $onConnect, 'name' => 'one']]]),
    'PooledPDO' => fn($arguments, $onConnect) => new PooledPDO(...$arguments, max: 3, onConnect: $onConnect),
];
/** Run in a child, and return what it has returned. */
function in_child(callable $f): mixed
{
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $pid = pcntl_fork();
    if ($pid === 0) {
        fwrite($theirs, serialize($f()));
        fclose($theirs);
        if (getenv('ASYNC_TEST_TOOL') === 'asan') {
            // The child leaves the connections of the parent open, which a leak checker cannot know.
            posix_kill(getmypid(), SIGKILL);
        }
        exit;
    }
    fclose($theirs);
    $answer = unserialize(stream_get_contents($ours));
    pcntl_waitpid($pid, $status);
    return pcntl_wexitstatus($status) === 0 ? $answer : "exit status $status";
}
foreach ($kinds as $kind => [$dsn, $user, $password, $id]) {
    foreach ($makers as $how => $make) {
        $made = [];
        $note = function (PDO $connection) use (&$made, $id) {
            $made[] = $connection->query($id)->fetchColumn();
        };
        $db = $make([$dsn, $user, $password], $note);
        $ask = fn() => $db->query($id)->fetchColumn();
        $work = function () use ($ask) {
            $before = $ask();
            suspend();
            return $ask() === $before ? $before : 'ANOTHER CONNECTION';
        };
        $fill = fn() => awaitAll([spawn($work), spawn($work)])[0];
        $pool = PooledPDO::poolOf($db);
        $fill();
        $own = $ask();
        $other = spawn(function () use ($db, $ask) {
            $db->beginTransaction();
            $before = $ask();
            delay(60);
            $same = $ask() === $before;
            $db->commit();
            return $same;
        });
        delay(10);
        // The main script has a connection, another coroutine is in a transaction, a third connection is idle.
        [$theirs, $count, $again] = in_child(fn() => [[$ask(), ...$fill()], count($pool),
            $how === 'PooledPDO' ? [] : $make([$dsn, $user, $password], $note)->query($id)->fetchColumn()]);
        echo "$kind $how: ", count(array_unique($theirs)), ' connections of the child, ',
            count(array_intersect([...$theirs, ...(array) $again], $made)), " of the parent's, ", $count <= 3 ? 'not more than 3' : $count, "\n";
        var_dump(await($other), $ask() === $own);
        // In a child that does not use them they are not closed either.
        in_child(fn() => null);
        PooledPDO::releaseOf($db);
        $fill();
        echo count(array_unique($made)) <= 3 ? 'no more connections' : json_encode($made), "\n";
        $pool->close();
        unset($db, $made, $note, $ask, $work, $fill, $pool, $other);
    }
}
?>
--EXPECT--
mysql plain: 3 connections of the child, 0 of the parent's, not more than 3
bool(true)
bool(true)
no more connections
mysql named: 3 connections of the child, 0 of the parent's, not more than 3
bool(true)
bool(true)
no more connections
mysql PooledPDO: 3 connections of the child, 0 of the parent's, not more than 3
bool(true)
bool(true)
no more connections
pgsql plain: 3 connections of the child, 0 of the parent's, not more than 3
bool(true)
bool(true)
no more connections
pgsql named: 3 connections of the child, 0 of the parent's, not more than 3
bool(true)
bool(true)
no more connections
pgsql PooledPDO: 3 connections of the child, 0 of the parent's, not more than 3
bool(true)
bool(true)
no more connections
