--TEST--
watch() tells of new, changed, moved and deleted files, in sub-folders too, also those that were made before the sub-folder was watched; events of one path are one; a watched folder that goes ends the loop
--SKIPIF--
<?php if (PHP_OS_FAMILY !== 'Linux') die('skip inotify is of Linux'); ?>
--FILE--
<?php
// schedules: none: the kernel's events come in their own time
use Async\FileEvent;
use function Async\{await, delay, spawn, suspend, timeout, watch};

$root = sys_get_temp_dir() . '/watch-folder-' . uniqid(getmypid() . '_');
mkdir($root);
mkdir("$root/old");
symlink('..', "$root/old/loop");
function show(FileEvent $event): string
{
    global $root;
    return $event->kind . str_replace($root, '', " $event->path")
        . ($event->oldPath === null ? '' : str_replace($root, '', " from $event->oldPath"));
}
/* Wait for so many events. */
function next_events(Async\FileWatcher $watcher, int $count): void
{
    while ($count-- > 0) echo '  ', show(await($watcher, timeout(60000))), "\n";
}

$watcher = watch($root, recursive: true);
var_dump($watcher->isClosed());
echo "one event for many writes\n";
$file = fopen("$root/old/a", 'w');
for ($i = 0; $i < 100; $i++) fwrite($file, 'x');
fclose($file);
for ($i = 0; $i < 100; $i++) { file_put_contents("$root/old/a", 'x'); chmod("$root/old/a", 0600 + $i % 2); }
next_events($watcher, 1);
file_put_contents("$root/old/a", 'y');
next_events($watcher, 1);
echo "moves\n";
rename("$root/old/a", "$root/b");
rename("$root/old", "$root/new");
file_put_contents("$root/new/c", '');
next_events($watcher, 3);
rename("$root/b", "$root.away");
next_events($watcher, 1);
rename("$root.away", "$root/b");
next_events($watcher, 1);
echo "new sub-folders\n";
mkdir("$root/deep/er/est", 0777, true);
touch("$root/deep/er/est/file");
next_events($watcher, 4);
touch("$root/deep/er/est/later");
next_events($watcher, 1);
echo "made and deleted\n";
touch("$root/short");
unlink("$root/short");
unlink("$root/b");
next_events($watcher, 1);

echo "a loop that waits\n";
$loop = spawn(function () use ($watcher) {
    foreach ($watcher as $key => $event) {
        echo "  $key: ", show($event), "\n";
        if ($event->path === "$GLOBALS[root]/end") break;
    }
});
suspend();
touch("$root/end");
await($loop, timeout(60000));
$loop = spawn(function () use ($watcher) { foreach ($watcher as $event); return 'left the loop'; });
suspend();
$watcher->close();
$watcher->close();
echo await($loop), "\n";
var_dump($watcher->isClosed());
try { await($watcher); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }

echo "cancelled\n";
$watcher = watch($root);
$loop = spawn(function () use ($watcher) { foreach ($watcher as $event); });
suspend();
$loop->cancel();
try { await($loop); } catch (Async\AsyncCancellation) { echo "  yes\n"; }
touch("$root/deep/unseen");
touch("$root/seen");
next_events($watcher, 1);
$watcher->close();

echo "the folder itself\n";
mkdir("$root/own");
$watcher = watch("$root/own");
rename("$root/own", "$root/other");
foreach ($watcher as $event) echo '  ', show($event), "\n";
var_dump($watcher->isClosed());
$watcher = watch(["$root/other"]);
rmdir("$root/other");
foreach ($watcher as $event) echo '  ', show($event), "\n";

echo "wrong\n";
foreach (["$root/none", '', "a\0b", [], [1]] as $wrong) {
    try { watch($wrong); echo "WRONG\n"; } catch (Throwable $e) {
        echo '  ', get_class($e), ': ', str_replace($root, '', $e->getMessage()), "\n";
    }
}
try { foreach (watch($root) as &$event); } catch (Error $e) { echo '  ', $e->getMessage(), "\n"; }
$left = array_filter(glob('/proc/self/fd/*'), fn($fd) => @readlink($fd) === 'anon_inode:inotify');
echo count($left), " descriptors left\n";
?>
--CLEAN--
<?php
foreach (glob(sys_get_temp_dir() . '/watch-folder-*') as $folder) {
    if (preg_match('~/watch-folder-\d+_[0-9a-f]+$~', $folder) && is_dir($folder) && fileowner($folder) === getmyuid()) {
        exec('rm -rf ' . escapeshellarg($folder));
    }
}
?>
--EXPECT--
bool(false)
one event for many writes
  created /old/a
  changed /old/a
moves
  moved /b from /old/a
  moved /new from /old
  created /new/c
  deleted /b
  created /b
new sub-folders
  created /deep
  created /deep/er
  created /deep/er/est
  created /deep/er/est/file
  created /deep/er/est/later
made and deleted
  deleted /b
a loop that waits
  0: created /end
left the loop
bool(true)
The watcher is closed
cancelled
  yes
  created /seen
the folder itself
  deleted /own
bool(true)
  deleted /other
wrong
  Async\AsyncException: Cannot watch "/none": No such file or directory
  ValueError: Async\watch(): Argument #1 ($path) must be paths that are not empty and have no null bytes
  ValueError: Async\watch(): Argument #1 ($path) must be paths that are not empty and have no null bytes
  ValueError: Async\watch(): Argument #1 ($path) must have at least one path
  TypeError: Async\watch(): Argument #1 ($path) must have paths only, int given
  An iterator cannot be used with foreach by reference
0 descriptors left
