--TEST--
Owners: mysqli: another coroutine closes the statement, the link, or both, while a call waits for the connection (D28)
--EXTENSIONS--
mysqlnd
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/owner_cases.inc';
require __DIR__ . '/../inc/child.php';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$server = server('mysql');
$connect = fn() => new mysqli($server['host'], $server['user'], $server['password'], null, $server['port']);
$sleep = fn($link) => fn() => $link->query('SELECT 1 + SLEEP(0.05)')->fetch_row()[0];

foreach (['execute' => fn($s) => $s->execute(), 'fetch' => fn($s) => $s->fetch(), 'close' => fn($s) => $s->close()] as $name => $call) {
    $link = $connect();
    $statement = $link->prepare('SELECT 5');
    side_by_side($name, [
        $sleep($link),
        fn() => $statement->close(),
        fn() => $link->close(),
        fn() => $call($statement),
        fn() => $call($statement),
    ]);
}

// The rows are at the server still: the connection belongs to the coroutine that asked for them.
$rows = 'SELECT n FROM (SELECT 1 n UNION SELECT 2 UNION SELECT 3) x';
foreach (['rows' => fn($r) => $r->fetch_row(), 'foreach' => fn($r) => iterator_to_array($r)] as $name => $call) {
    $link = $connect();
    $result = null;
    side_by_side($name, [
        function () use ($link, $rows, &$result) {
            $result = $link->query($rows, MYSQLI_USE_RESULT);
            Async\delay(20);
            $result->free();
            $link->close();
        },
        function () use (&$result, $call) {
            while (!$result) {
                Async\delay(1);
            }
            return $call($result);
        },
    ]);
}

// The waiter is cancelled after the connection has ended.
$link = $connect();
$statement = $link->prepare('SELECT 5');
$waiter = null;
side_by_side('cancelled', [
    $sleep($link),
    fn() => $statement->close(),
    function () use ($link, &$waiter) {
        $link->close();
        $waiter->cancel();
    },
    function () use (&$waiter, $statement) {
        $waiter = Async\currentCoroutine();
        try {
            $statement->execute();
        } catch (Throwable $e) {
            return get_class($e);
        }
    },
]);

// exit() releases the frames of one coroutine after the other. The link goes while a call with a statement is parked.
$script = "<?php \$server = " . var_export($server, true) . ';' . <<<'PHP'

mysqli_report(MYSQLI_REPORT_OFF);
function connected(array $server): mysqli
{
    return new mysqli($server['host'], $server['user'], $server['password'], null, $server['port']);
}
function parked(?mysqli $link, string $sql): void
{
    $statement = $link->prepare($sql);
    $link = null;
    $statement->execute();
}
foreach ([1, 2] as $i) {
    $link = connected($server);
    Async\spawn(function (mysqli $link) {
        Async\delay(10000);
    }, $link);
    Async\spawn(parked(...), $link, 'SELECT SLEEP(10)');
    $statement = $link->prepare('SELECT SLEEP(10)');
    Async\spawn(fn() => $statement->execute());
    unset($link, $statement);
}
Async\delay(100);
echo "exit\n";
exit(7);
PHP;
$file = __DIR__ . '/mysqli_closed_by_others.inc.php';
file_put_contents($file, $script);
exec('env ASAN_OPTIONS=detect_leaks=0:exitcode=139 ' . php_command(escapeshellarg($file)) . ' 2>&1', $lines, $status);
echo implode("\n", $lines), ", status $status\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/mysqli_closed_by_others.inc.php'); ?>
--EXPECT--
execute: ["1",true,true,"Error: mysqli_stmt object is already closed","Error: mysqli_stmt object is already closed"]
fetch: ["1",true,true,"Error: mysqli_stmt object is already closed","Error: mysqli_stmt object is already closed"]
close: ["1",true,true,"Error: mysqli_stmt object is already closed","Error: mysqli_stmt object is already closed"]
rows: [null,"Error: mysqli_result object is already closed"]
foreach: [null,"Error: mysqli_result object is already closed"]
cancelled: ["1",true,null,"Async\\AsyncCancellation"]
exit, status 7
