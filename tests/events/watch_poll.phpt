--TEST--
watch() with an interval tells of new, changed, moved and deleted files, in sub-folders too, of the entries of a moved folder not one by one; a deleted root ends the loop
--SKIPIF--
<?php if (PHP_OS_FAMILY !== 'Linux') die('skip watch() is of Linux'); ?>
--FILE--
<?php
// schedules: none: the files change in their own time
use Async\{FileEvent, FileWatcher};
use function Async\{await, delay, stats, timeout, watch};

$root = sys_get_temp_dir() . '/poll' . getmypid();
mkdir("$root/sub/deep", recursive: true);
touch("$root/sub/old");
touch("$root/sub/deep/file");
$watcher = watch($root, true, 5);
echo json_encode(array_intersect_key(stats(), ['watchers' => 1, 'watched' => 1])), "\n";

/* A new file in one step: a look in the middle would tell of it twice. */
function put(string $path): void
{
    file_put_contents("$GLOBALS[root].tmp", 'x');
    rename("$GLOBALS[root].tmp", $path);
}
/* Wait for so many events, and show them in order. */
function events(string $title, int $count, ?FileWatcher $from = null): void
{
    global $root, $watcher;
    echo $title, "\n";
    while ($count-- > 0) {
        $event = await($from ?? $watcher, timeout(60000));
        $shown[] = $event->kind . str_replace($root, '', " $event->path")
            . ($event->oldPath === null ? '' : str_replace($root, '', " from $event->oldPath"));
    }
    sort($shown);
    echo '  ', implode("\n  ", $shown), "\n";
}

put("$root/new");
symlink('..', "$root/sub/loop");
events('new', 2);
file_put_contents("$root/new", 'longer', FILE_APPEND);
events('size', 1);
touch("$root/sub/old", 1000);
events('time', 1);
chmod("$root/sub", 0700);
events('mode of a folder', 1);
put("$root/.other");
events('a file beside it', 1);
rename("$root/.other", "$root/new");                // as editors do it
events('another file in its place', 2);
rename("$root/new", "$root/sub/new");
events('moved', 1);
rename("$root/sub", "$root/renamed");
events('a folder moved', 1);
file_put_contents("$root/renamed/deep/file", 'changed', FILE_APPEND);
events('a change below it', 1);
mkdir("$root/a/b", recursive: true);
put("$root/a/b/c");
events('a tree made', 3);
unlink("$root/a/b/c");
rmdir("$root/a/b");
rmdir("$root/a");
events('a tree deleted', 3);

echo "a file by its name\n";
put("$root/file");
events('made', 1);
$file = watch(["$root/file"], pollInterval: 5);
unlink("$root/file");
events('deleted', 1, $file);
var_dump($file->isClosed());
put("$root/file");
events('made again', 1, $file);
$file->close();
echo json_encode(array_intersect_key(stats(), ['watchers' => 1])), "\n";

exec('rm -r ' . escapeshellarg($root));
foreach ($watcher as $event) {
    $last = $event;
}
echo 'the root ends it: ', $last->kind, $last->path === $root ? '' : " $last->path", "\n";
var_dump($watcher->isClosed());
echo json_encode(array_intersect_key(stats(), ['watchers' => 1])), "\n";
foreach ([-1, 86400001] as $interval) {
    try {
        watch('/tmp', pollInterval: $interval);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
try {
    watch("$root/none", pollInterval: 5);
} catch (Async\AsyncException $e) {
    echo str_replace($root, '', $e->getMessage()), "\n";
}
?>
--EXPECT--
{"watchers":1,"watched":4}
new
  created /new
  created /sub/loop
size
  changed /new
time
  changed /sub/old
mode of a folder
  changed /sub
a file beside it
  created /.other
another file in its place
  changed /new
  deleted /.other
moved
  moved /sub/new from /new
a folder moved
  moved /renamed from /sub
a change below it
  changed /renamed/deep/file
a tree made
  created /a
  created /a/b
  created /a/b/c
a tree deleted
  deleted /a
  deleted /a/b
  deleted /a/b/c
a file by its name
made
  created /file
deleted
  deleted /file
bool(false)
made again
  created /file
{"watchers":1}
the root ends it: deleted
bool(true)
{"watchers":0}
Async\watch(): Argument #3 ($pollInterval) must be between 0 and 86400000
Async\watch(): Argument #3 ($pollInterval) must be between 0 and 86400000
Cannot watch "/none": No such file or directory
