--TEST--
Owners: a fatal error while a persistent PostgreSQL connection is reopened: the next request gets no half of it (D15, D28)
--EXTENSIONS--
pdo
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('pgsql');
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip what is under way at the fatal error is over before, at that speed; what libpq has then is lost');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/child.php';

$pg = server('pgsql');
$name = server_own_name();
$script = __DIR__ . '/persistent_reset_fatal_error.inc.php';
$begin = "<?php \$words = 'port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password]'; \$name = '$name'; \$host = '$pg[host]';" . <<<'PHP'

use function Async\{delay, spawn, suspend};
PHP;
$pgsql = <<<'PHP'

$make = fn() => pg_pconnect("host=HOST $words");
$ask = fn($db, $sql) => pg_fetch_result(pg_query($db, $sql), 0, 0);
PHP;
$pdo = <<<'PHP'

$make = fn() => new PDO("pgsql:host=HOST;$words", options: [PDO::ATTR_PERSISTENT => $name]);
$ask = fn($db, $sql) => $db->query($sql)->fetchColumn();
PHP;
$end = <<<'PHP'

$db = $make();
echo '[', $ask($db, 'SELECT 5'), "]\n";
try {
    $ask($db, 'SELECT pg_terminate_backend(pg_backend_pid())');
} catch (Throwable) {
}
$is_under_way = false;
spawn(function () use ($make, $ask, $db, &$is_under_way) {
    spawn(function () use (&$is_under_way) {
        while (!$is_under_way) {
            suspend();
        }
        trigger_error('the end', E_USER_ERROR);
    });
    // On a busy machine all answers may be there before libpq asks for them: then the next one parks.
    for ($i = 0; $i < 100; $i++) {
        $is_under_way = true;
        AGAIN;
        $is_under_way = false;
        try {
            $ask($make(), 'SELECT pg_terminate_backend(pg_backend_pid())');
        } catch (Throwable) {
        }
    }
    echo 'BROKEN: not parked';
});
delay(100000);
PHP;
foreach (['pg_pconnect()' => [$pgsql, '$make()'], 'pg_connection_reset()' => [$pgsql, 'pg_connection_reset($db)'], 'PDO' => [$pdo, '$make()']] as $title => [$client, $again]) {
    // The name has to be looked up before there is a socket.
    foreach (['localhost', $pg['host']] as $host) {
        file_put_contents($script, strtr($begin . $client . $end, ['HOST' => $host, 'AGAIN' => $again]));
        $command = 'env -i ASAN_OPTIONS=detect_leaks=0:exitcode=139 ' . php_command('-d error_reporting=0 -T 3 '
            . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE'));
        exec("$command 2>&1; echo status $?", $lines);
        $status = array_pop($lines);
        echo "$title: ", implode(' ', preg_grep('/^\[|BROKEN/', $lines)), ", $status\n";
        echo implode("\n", preg_grep('/Assertion|Sanitizer/', $lines));
        $lines = [];
    }
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/persistent_reset_fatal_error.inc.php'); ?>
--EXPECT--
pg_pconnect(): [5] [5] [5], status 255
pg_pconnect(): [5] [5] [5], status 255
pg_connection_reset(): [5] [5] [5], status 255
pg_connection_reset(): [5] [5] [5], status 255
PDO: [5] [5] [5], status 255
PDO: [5] [5] [5], status 255
