--TEST--
Owners: a fatal error while persistent connections are in use ends the request; later ones get working connections (D15, D28, P13)
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
pgsql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
skip_without_server('pgsql');
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../mysql/mysql.inc';

$my = my();
$pg = server('pgsql');
$name = server_own_name();
$lock = getmypid();
// A wait for these locks never ends.
$holder_my = my_connection();
$holder_my->query('CREATE TABLE locked (n INT)');
$holder_my->query('LOCK TABLES locked WRITE');
$words = "host=$pg[host] port=$pg[port] dbname=$pg[database] user=$pg[user] password=$pg[password] application_name=$name";
$holder_pg = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
pg_query($holder_pg, "SELECT pg_advisory_lock($lock)");

$script = __DIR__ . '/persistent_fatal_error.inc.php';
file_put_contents($script, '<?php $my = ' . var_export($my, true) . "; \$words = '$words'; \$name = '$name'; \$lock = $lock;" . <<<'PHP'

use function Async\{delay, spawn};
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$pdo_my = fn($persistent) => new PDO("mysql:host=$my[host];port=$my[port];dbname=$my[database]", $my['user'], $my['password'],
    [PDO::ATTR_PERSISTENT => $persistent, PDO::ATTR_EMULATE_PREPARES => false]);
$pdo_pg = fn() => new PDO("pgsql:$words", options: [PDO::ATTR_PERSISTENT => $name]);
$pg = fn() => pg_pconnect($words);
$mysqli = fn() => new mysqli("p:$my[host]", $my['user'], $my['password'], $my['database'], $my['port']);

$mark = '/* ' . uniqid() . ' */';

// Leftovers of the previous request do no harm.
echo "[answers";
foreach (['x', 'y', 'z'] as $persistent) {
    echo ' ', $pdo_my("$name$persistent")->query('SELECT 11')->fetchColumn();
}
echo ' ', $pdo_pg()->query('SELECT 12')->fetchColumn();
echo ' ', pg_fetch_result(pg_query($pg(), 'SELECT 13'), 0, 0);
echo ' ', $mysqli()->query('SELECT 14')->fetch_row()[0], "]\n";

// Other objects of each of these connections, in a static property: they live until the end of the request.
class Others { public static $all; }
Others::$all = [$pdo_my("{$name}x"), $pdo_pg(), $pg()];
// PDO remembers the statement that has failed.
$failed = $pdo_my("{$name}y");
try {
    $failed->query('SELECT nonsense');
} catch (PDOException) {
}
$tasks = [
    fn() => $pdo_my("{$name}x")->prepare("SELECT n FROM locked $mark")->execute(),
    fn() => $pdo_my("{$name}x")->query('SELECT 1'),
    fn() => $pdo_my("{$name}x"),
    fn() => $pdo_my("{$name}y")->query("SELECT n FROM locked $mark"),
    fn() => $failed->query('SELECT 1'),
    function () use ($pdo_my, $name, $mark) {
        $pdo = $pdo_my("{$name}z");
        $pdo->beginTransaction();
        $pdo->query("SELECT n FROM locked $mark");
    },
    function () use ($mysqli, $mark) {
        $link = $mysqli();
        $link->prepare("SELECT n FROM locked $mark")->execute();
    },
    fn() => $pdo_pg()->query("SELECT pg_advisory_lock($lock) $mark"),
    fn() => $pdo_pg()->query('SELECT 1'),
    fn() => pg_query($pg(), "SELECT pg_advisory_lock($lock) $mark"),
    fn() => pg_query($pg(), 'SELECT 1'),
    $pg,
];
foreach ($tasks as $task) {
    spawn($task);
}
$watch_my = new mysqli($my['host'], $my['user'], $my['password'], $my['database'], $my['port']);
$watch_pg = pg_connect($words, PGSQL_CONNECT_FORCE_NEW);
$all_wait = fn() => $watch_my->query("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT%$mark%'
        AND state LIKE 'Waiting for table%'")->fetch_row()[0] == 4
    && pg_fetch_result(pg_query($watch_pg, "SELECT COUNT(*) FROM pg_stat_activity WHERE query LIKE '%$mark%'
        AND wait_event = 'advisory'"), 0, 0) == 2;
spawn(function () use ($all_wait) {
    while (!$all_wait()) {
        delay(5);
    }
    echo "[the end]\n";
    trigger_error('the end', E_USER_ERROR);
});
// The main script waits in a call of its own, or not.
$mysqli()->query(getenv('WAITS') ? 'SELECT SLEEP(100)' : 'SELECT 1');
delay(100000);
PHP);
$show = function (string $name, string $setting) use ($script) {
    // Memory of libraries for these calls is lost until the end of the process.
    $command = "env -i $setting ASAN_OPTIONS=detect_leaks=0:exitcode=139 " . php_command('-d error_reporting=0 -d pgsql.auto_reset_persistent=1 -T 3 '
        . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE'));
    exec("$command 2>&1; echo status $?", $lines);
    $status = (int) substr(array_pop($lines), strlen('status '));
    echo "$name: ", implode(' ', preg_grep('/^\[/', $lines)), ", status $status\n";
    echo implode("\n", preg_grep('/Assertion|Sanitizer/', $lines));
};
$show('main waits', 'WAITS=');
$show('main is in a call', 'WAITS=1');
?>
--CLEAN--
<?php @unlink(__DIR__ . '/persistent_fatal_error.inc.php'); ?>
--EXPECT--
main waits: [answers 11 11 11 12 13 14] [the end] [answers 11 11 11 12 13 14] [the end] [answers 11 11 11 12 13 14] [the end], status 255
main is in a call: [answers 11 11 11 12 13 14] [the end] [answers 11 11 11 12 13 14] [the end] [answers 11 11 11 12 13 14] [the end], status 255
