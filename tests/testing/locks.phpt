--TEST--
Async\Testing\run(): a file lock of a coroutine takes no time, one of another process takes its time; SQLite, too
--EXTENSIONS--
sqlite3
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('real time is judged');
if (!is_readable('/proc/locks')) die('skip needs /proc/locks');
?>
--FILE--
<?php
use function Async\{await, delay, spawn};
use function Async\Testing\elapsed;

require __DIR__ . '/../inc/child.php';
require __DIR__ . '/timed.inc';

$path = sys_get_temp_dir() . '/async-locks-' . getmypid();
touch($path);

/** Another process that does this, tells it, and ends a while later. */
function other(string $code): array
{
    $code = strtr($code . ' echo "done\n"; usleep(200_000); $path = null;', ['PATH' => $GLOBALS['path']]);
    $process = proc_open('exec ' . php_command(untraced()) . ' -r ' . escapeshellarg($code), [1 => ['pipe', 'w']], $pipes);
    fgets($pipes[1]);
    return [$process, $pipes[1]];
}

function over(array $other): void
{
    fclose($other[1]);
    proc_close($other[0]);
}

timed('flock() of a coroutine', function () use ($path) {
    $holder = spawn(function () use ($path) {
        $file = fopen($path, 'r');
        flock($file, LOCK_EX);
        delay(3_600_000);
        flock($file, LOCK_UN);
    });
    delay(1);
    $file = fopen($path, 'r');
    flock($file, LOCK_EX);
    await($holder);
    return round(elapsed());
}, 0, 20);

timed('flock() of another process', function () use ($path) {
    $other = other('$file = fopen("PATH", "r"); flock($file, LOCK_EX);');
    $hours = spawn(fn() => delay(7_200_000));
    $since = elapsed();
    $file = fopen($path, 'r');
    flock($file, LOCK_EX);
    $result = in_real_time($since);
    over($other);
    await($hours);
    return $result;
}, 0.1, 40);

timed('SQLite, a transaction of a coroutine', function () use ($path) {
    $holder = new SQLite3("$path.db");
    $holder->exec('CREATE TABLE IF NOT EXISTS t (x)');
    $holding = spawn(function () use ($holder) {
        $holder->exec('BEGIN EXCLUSIVE');
        delay(10_000);
        $holder->exec('COMMIT');
    });
    delay(1);
    $database = new SQLite3("$path.db");
    $database->busyTimeout(60_000);
    $result = var_export($database->exec('INSERT INTO t VALUES (1)'), true);
    await($holding);
    $holder->close();
    $database->close();
    unset($holder, $database, $holding);
    return $result . ' ' . round(elapsed());
}, 0, 20);

timed('SQLite, a transaction of another process', function () use ($path) {
    $other = other('$database = new SQLite3("PATH.db"); $database->exec("BEGIN EXCLUSIVE");');
    $since = elapsed();
    $database = new SQLite3("$path.db");
    $database->busyTimeout(25_000);
    $result = var_export($database->exec('INSERT INTO t VALUES (1)'), true) . ' ' . in_real_time($since);
    $database->close();
    unset($database);
    over($other);
    return $result;
}, 0.1, 40);

array_map('unlink', glob("$path*"));
?>
--EXPECT--
flock() of a coroutine: 3600
flock() of another process: in real time
SQLite, a transaction of a coroutine: true 10
SQLite, a transaction of another process: true in real time
