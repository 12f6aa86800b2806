--TEST--
Owners: a fatal error in a large object call ends the request at once; a persistent connection keeps no trace of it (D15, D28)
--EXTENSIONS--
pdo
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip judges times; what libpq has at the fatal error is lost');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/child.php';

$pg = server('pgsql');
$name = server_own_name();
$words = "host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password]";
$script = __DIR__ . '/large_object_fatal_error.inc.php';
$begin = "<?php \$words = '$words'; \$name = '$name';" . <<<'PHP'

use function Async\{delay, spawn};
$make = fn() => new PDO("pgsql:$words", options: [PDO::ATTR_PERSISTENT => $name]);
// Lives as long as any object does.
class Other { public static $object; }
Other::$object = $make();
// … and this one as long as the main script.
$global = $make();
$global->beginTransaction();
echo '[', $global->query('SELECT 5')->fetchColumn(), "]\n";
$global->commit();
/** The server's process gives no answer until the next request resumes it. */
function stop(int $process): void
{
    exec("kill -STOP $process; (sleep 2; kill -CONT $process) >/dev/null 2>&1 &");
    spawn(fn() => trigger_error('the end', E_USER_ERROR));
}
spawn(function () use ($make, $words) {

PHP;
$large_object = <<<'PHP'
    $pdo = $make();
    $pdo->beginTransaction();
    $oid = $pdo->pgsqlLOBCreate();
    $stream = $pdo->pgsqlLOBOpen($oid, 'w');
    fwrite($stream, 'x');
    stop($pdo->query('SELECT pg_backend_pid()')->fetchColumn());

PHP;
$pgsql = <<<'PHP'
    $db = pg_pconnect($words);
    pg_query($db, 'BEGIN');
    $oid = pg_lo_create($db);
    $lob = pg_lo_open($db, $oid, 'w');
    stop((int) pg_fetch_result(pg_query($db, 'SELECT pg_backend_pid()'), 0, 0));

PHP;
foreach ([
    'fclose()' => "$large_object fclose(\$stream);",
    'dropped' => "$large_object \$stream = null;",
    'fread()' => "$large_object fread(\$stream, 10);",
    'fwrite()' => "$large_object fwrite(\$stream, 'y');",
    'fseek()' => "$large_object fseek(\$stream, 0);",
    'commit()' => "$large_object \$pdo->commit();",
    'pgsqlLOBOpen()' => "$large_object \$pdo->pgsqlLOBOpen(\$oid);",
    'pg_lo_read()' => "$pgsql pg_lo_read(\$lob, 10);",
    'pg_lo_close()' => "$pgsql pg_lo_close(\$lob);",
] as $title => $do) {
    file_put_contents($script, "$begin$do\n    echo 'BROKEN: not parked';\n});\ndelay(100000);\n");
    // Memory of libraries for these calls is lost until the end of the process.
    $command = 'env -i ASAN_OPTIONS=detect_leaks=0:exitcode=139 ' . php_command('-d error_reporting=0 -T 3 '
        . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE'));
    $start = hrtime(true);
    exec("$command 2>&1; echo status $?", $lines);
    $status = array_pop($lines);
    // Three times 2 seconds if the request waited for the answers.
    echo "$title: ", implode(' ', preg_grep('/^\[|BROKEN/', $lines)), ", $status", hrtime(true) - $start < 4e9 ? '' : ', late', "\n";
    echo implode("\n", preg_grep('/Assertion|Sanitizer/', $lines));
    $lines = [];
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/large_object_fatal_error.inc.php'); ?>
--EXPECT--
fclose(): [5] [5] [5], status 255
dropped: [5] [5] [5], status 255
fread(): [5] [5] [5], status 255
fwrite(): [5] [5] [5], status 255
fseek(): [5] [5] [5], status 255
commit(): [5] [5] [5], status 255
pgsqlLOBOpen(): [5] [5] [5], status 255
pg_lo_read(): [5] [5] [5], status 255
pg_lo_close(): [5] [5] [5], status 255
