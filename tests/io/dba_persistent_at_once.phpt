--TEST--
Coroutines that wait for the lock of a file in dba_popen() get one database, and no call frees that of another one
--EXTENSIONS--
dba
--SKIPIF--
<?php
if (!in_array('flatfile', dba_handlers(), true)) {
    die('skip no handler "flatfile"');
}
?>
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

/** A database of its own for each part: PHP keeps persistent ones open, with their locks. */
function new_database(): string
{
    $path = tempnam(sys_get_temp_dir(), 'dba-persistent-at-once-');
    $database = dba_open($path, 'nl', 'flatfile');
    dba_insert('key', 'value', $database);
    dba_close($database);
    return $path;
}

function wait_and_fetch(string $path, string $mode): string
{
    $database = dba_popen($path, $mode, 'flatfile');
    suspend();
    return dba_fetch('key', $database);
}

foreach (['rl', 'rd'] as $mode) {
    $path = new_database();
    $lock = fopen($mode === 'rl' ? "$path.lck" : $path, 'r+');
    flock($lock, LOCK_EX);
    $tasks = [];
    for ($i = 0; $i < 3; $i++) {
        $tasks[] = spawn(wait_and_fetch(...), $path, $mode);
    }
    $gives_up = spawn(wait_and_fetch(...), $path, $mode);
    delay(20);
    $gives_up->cancel();
    flock($lock, LOCK_UN);
    echo "$mode: ", implode(', ', array_map(Async\await(...), $tasks)), "\n";
    fclose($lock);
}

echo "the first one gives up\n";
$path = new_database();
$lock = fopen("$path.lck", 'r+');
flock($lock, LOCK_EX);
$first = spawn(fn() => dba_popen($path, 'wl', 'flatfile'));
$second = spawn(function () use ($path) {
    $database = dba_popen($path, 'wl', 'flatfile');
    return dba_replace('key', 'other', $database) && dba_fetch('key', $database) === 'other';
});
delay(20);
$first->cancel();
try {
    await($first);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
flock($lock, LOCK_UN);
var_dump(await($second));
?>
--CLEAN--
<?php
array_map('unlink', glob(sys_get_temp_dir() . '/dba-persistent-at-once-*'));
?>
--EXPECT--
rl: value, value, value
rd: value, value, value
the first one gives up
cancelled
bool(true)
