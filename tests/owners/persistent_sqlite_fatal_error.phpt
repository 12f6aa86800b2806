--TEST--
Owners: a fatal error while SQLite calls a function that waits: the next request gets another persistent connection (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$script = __DIR__ . '/persistent_sqlite_fatal_error.inc.php';
$begin = <<<'PHP'
<?php
$pdo = new PDO('sqlite::memory:', options: [PDO::ATTR_PERSISTENT => true]);
$pdo->sqliteCreateFunction('f', function ($x) {
    $x === 7 && Async\delay(100000);
    return $x;
});
echo '[', $pdo->query('SELECT f(1)')->fetchColumn(), "]\n";
$pdo->exec('CREATE TABLE IF NOT EXISTS t (n)');
$pdo->exec('INSERT INTO t VALUES (6), (7)');

PHP;
$end = <<<'PHP'

Async\delay(1);
trigger_error('the end', E_USER_ERROR);
PHP;
foreach ([
    'query' => 'Async\spawn(fn() => $pdo->query("SELECT f(7)"));',
    'foreach' => 'Async\spawn(function () use ($pdo) { foreach ($pdo->query("SELECT f(n) FROM t") as $row); });',
    'between' => 'Async\spawn(function () use ($pdo) { $pdo->beginTransaction(); Async\delay(100000); });',
] as $title => $code) {
    file_put_contents($script, $begin . $code . $end);
    exec('env -i ASAN_OPTIONS=detect_leaks=0:exitcode=139 ' . php_command('-d error_reporting=0 -T 3 ' . escapeshellarg($script),
        getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>&1; echo status $?', $lines);
    echo "$title: ", implode(' ', preg_grep('/^\[|Sanitizer|^status|Assertion/', $lines)), "\n";
    $lines = [];
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/persistent_sqlite_fatal_error.inc.php'); ?>
--EXPECT--
query: [1] [1] [1] status 255
foreach: [1] [1] [1] status 255
between: [1] [1] [1] status 255
