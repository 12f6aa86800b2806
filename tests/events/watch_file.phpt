--TEST--
watch() of a file follows it when another one is put in its place; too many events become one; a forked child has no watcher
--EXTENSIONS--
pcntl
--SKIPIF--
<?php if (PHP_OS_FAMILY !== 'Linux') die('skip inotify is of Linux'); ?>
--FILE--
<?php
// schedules: none: the kernel's events come in their own time
use function Async\{await, delay, timeout, watch};

$root = sys_get_temp_dir() . '/watchfile' . uniqid(getmypid() . '_');
mkdir($root);
$file = "$root/config";
touch($file);
$watcher = watch($file);
function kind(Async\FileWatcher $watcher): string
{
    return await($watcher, timeout(60000))->kind;
}
for ($i = 0; $i < 2; $i++) {
    file_put_contents("$root/.tmp", $i);
    rename("$root/.tmp", $file);
    echo kind($watcher), "\n";
}
touch("$root/another");
file_put_contents($file, 'x');
echo kind($watcher), "\n";
unlink($file);
echo kind($watcher), "\n";
rename("$root/another", $file);
echo kind($watcher), "\n";
await(Async\spawn(fn() => delay(20)));

$child = pcntl_fork();
if ($child === 0) {
    foreach ($watcher as $event) echo "WRONG\n";
    exit($watcher->isClosed() ? 3 : 4);
}
pcntl_waitpid($child, $status);
echo 'child: ', pcntl_wexitstatus($status), "\n";
touch($file, 1);
echo kind($watcher), "\n";
$watcher->close();

// More than the watcher keeps.
$watcher = watch($root);
for ($part = 0; $part < 3; $part++) {
    for ($i = 0; $i < 2000; $i++) touch("$root/f$part-$i");
    delay(5);
}
$seen = [];
do {
    $event = await($watcher, timeout(60000));
    $seen[$event->kind] = ($seen[$event->kind] ?? 0) + 1;
    if ($event->kind === Async\FileEvent::OVERFLOW) var_dump($event->path, $event->oldPath);
} while ($event->kind !== Async\FileEvent::OVERFLOW);
echo isset($seen['created']) ? 'WRONG' : 'dropped', "\n";
exec('rm -rf ' . escapeshellarg($root));
?>
--EXPECT--
changed
changed
changed
deleted
created
child: 3
changed
string(0) ""
NULL
dropped
