--TEST--
Owners: a fatal error while coroutines with transactions are awaited: later releases touch no record of a connection (D15, D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
// A build with a memory checker sees the error.
[$output, $status] = run_php(<<<'PHP'
    use function Async\{awaitAll, delay, spawn};
    $coroutines = [];
    foreach ([1, 2, 3] as $n) {
        $coroutines[] = spawn(function () {
            $db = new PDO('sqlite::memory:');
            $db->beginTransaction();
            delay(10000);
        });
    }
    $coroutines[] = spawn(function () {
        delay(2);
        trigger_error('the end', E_USER_ERROR);
    });
    foreach ([1, 2] as $n) {
        $kept[] = spawn(fn() => awaitAll($coroutines));
    }
    awaitAll($coroutines);
    PHP, '-d display_errors=0 -d log_errors=0');
echo $output, "status $status\n";
?>
--EXPECT--
status 255
