--TEST--
A watcher follows folders that move before it has read of them, and after an overflow; events of a path before and after a move of its folder stay apart; sub-folders that cannot be read for want of descriptors are no secret
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip inotify is of Linux');
if ((int) @file_get_contents('/proc/sys/fs/inotify/max_queued_events') > 100000) die('skip the queue of the kernel is too long');
if (!exec('ulimit -n 64 && echo yes')) die('skip needs a shell with ulimit');
?>
--FILE--
<?php
// schedules: none: the kernel's events come in their own time
require __DIR__ . '/../inc/child.php';
use function Async\{await, delay, timeout, watch};

$root = sys_get_temp_dir() . '/follows' . getmypid();
register_shutdown_function(fn() => exec('rm -rf ' . escapeshellarg($root) . '*'));
foreach (['', '/p/sub', '/q', '/r', '/s', '/lost', '/named', '/files'] as $folder) mkdir($root . $folder, 0777, true);
mkdir("$root.away");
touch("$root/files/a");
touch("$root/files/b");

/* Print the events until the one of a file that is made now. */
function show(Async\FileWatcher $watcher): void
{
    global $root;
    static $number = 0;
    touch("$root/end" . ++$number);
    while (($event = await($watcher, timeout(60000)))->path !== "$root/end$number") {
        echo "  $event->kind", str_replace($root, '', " $event->path"),
            $event->oldPath === null ? '' : str_replace($root, '', " from $event->oldPath"), "\n";
    }
    delay(1);
}

/* Let the watcher read what there is, but take nothing. */
function let_read(): void
{
    delay(100);
}

$watcher = watch($root, recursive: true);
echo "moved before it was read of\n";
mkdir("$root/new");
touch("$root/new/a");
rename("$root/new", "$root/old");
show($watcher);
touch("$root/old/b");
show($watcher);

echo "into a new folder\n";
unlink("$root/old/b");
mkdir("$root/into");
rename("$root/old", "$root/into/old");
show($watcher);
touch("$root/into/old/c");
show($watcher);

echo "with a new folder in it\n";
mkdir("$root/into/old/deep/er", 0777, true);
rename("$root/into", "$root/out");
show($watcher);
touch("$root/out/old/deep/er/a");
show($watcher);

echo "two folders of one path\n";
mkdir("$root/d");
rename("$root/d", "$root/e");
mkdir("$root/d");
let_read();
show($watcher);
touch("$root/d/a");
touch("$root/e/a");
show($watcher);

echo "moved away, with events that wait\n";
mkdir("$root/u");
touch("$root/u/a");
let_read();
rename("$root/u", "$root.away/u");
let_read();
mkdir("$root/u");
let_read();
show($watcher);

echo "replaced from elsewhere, then deleted\n";
touch("$root/u/b");
touch("$root.away/b");
show($watcher);
rename("$root.away/b", "$root/u/b");
unlink("$root/u/b");
let_read();
show($watcher);

echo "moved away, and another one put there\n";
touch("$root/u/c");
touch("$root.away/c");
show($watcher);
rename("$root/u/c", "$root.away/d");
rename("$root.away/c", "$root/u/c");
let_read();
show($watcher);

echo "another file of the same path\n";
touch("$root/s/a");
let_read();
rename("$root/s", "$root/t");
let_read();
mkdir("$root/s");
touch("$root/s/a");
let_read();
unlink("$root/t/a");
let_read();
show($watcher);
touch("$root/s/b");
let_read();
rename("$root/s", "$root/t/s");
rename("$root/t", "$root/s");
let_read();
touch("$root/s/b");
let_read();
unlink("$root/s/b");
let_read();
show($watcher);

echo "after an overflow\n";
$watcher->close();
$watcher = watch([$root, "$root/q", "$root/lost", "$root/named", "$root/files/a", "$root/files/b"], recursive: true);
$files = watch(["$root/files/a", "$root/files/b"]);
for ($i = (int) file_get_contents('/proc/sys/fs/inotify/max_queued_events') / 2 + 10; $i > 0; $i--) {
    touch("$root/files/a");
    file_put_contents("$root/files/a", '');
}
unlink("$root/files/b");
rename("$root/p", "$root/pp");
rename("$root/q", "$root.away/q");
rename("$root/r", "$root/rr");
mkdir("$root/r");
rmdir("$root/lost");
rename("$root/named", "$root.away/named");
mkdir("$root/named");
let_read();
show($watcher);
echo "then\n";
foreach (['/pp', '/pp/sub', '.away/q', '/rr', '/r', '.away/named', '/named'] as $folder) touch("$root$folder/file");
show($watcher);
echo "of the files\n";
while (await($files, timeout(60000))->kind !== 'overflow');
rename("$root/r/file", "$root/files/b");
$event = await($files, timeout(60000));
echo "  $event->kind ", basename($event->path), "\n";
echo "no descriptors\n";
[$output] = run_php(<<<'CODE'
    use function Async\{await, delay, timeout, watch};

    $root = sys_get_temp_dir() . '/follows' . getmypid();
    register_shutdown_function(fn() => exec('rm -rf ' . escapeshellarg($root)));
    mkdir($root);
    $watcher = watch($root, recursive: true);
    delay(1);
    mkdir("$root/a/b", 0777, true);
    while ($file = @fopen('/dev/null', 'r')) $all[] = $file;
    delay(100);
    $all = null;
    try {
        for (;;) {
            $event = await($watcher, timeout(60000));
            echo '  ', str_replace($root, '', $event->path), "\n";
        }
    } catch (Async\AsyncException $e) {
        echo '  ', str_replace($root, '', $e->getMessage()), "\n";
    }
    CODE, before: 'ulimit -n 64 2>/dev/null;');
echo $output;
?>
--EXPECT--
moved before it was read of
  created /new
  moved /old from /new
  created /old/a
  created /old/b
into a new folder
  deleted /old/b
  created /into
  created /into/old
  created /into/old/a
  deleted /old
  created /into/old/c
with a new folder in it
  created /into/old/deep
  moved /out from /into
  created /out/old/deep/er
  created /out/old/deep/er/a
two folders of one path
  created /d
  moved /e from /d
  created /d
  overflow 
  created /d/a
  created /e/a
moved away, with events that wait
  created /u
  created /u/a
  deleted /u
  created /u
replaced from elsewhere, then deleted
  created /u/b
  deleted /u/b
moved away, and another one put there
  created /u/c
  changed /u/c
another file of the same path
  created /s/a
  moved /t from /s
  created /s
  created /s/a
  deleted /t/a
  created /s/b
  moved /t/s from /s
  moved /s from /t
after an overflow
  changed /files/a
  overflow 
  deleted /q
  deleted /lost
then
  created /pp/file
  created /pp/sub/file
  created /rr/file
  created /r/file
  created /named/file
of the files
  created b
no descriptors
  /a
  Cannot watch "/a": too many watchers or open files, see the sysctl fs.inotify.max_user_instances and ulimit -n
