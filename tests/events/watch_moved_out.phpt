--TEST--
What happens in a folder that was moved out of the watched tree is no event
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
	die('skip needs inotify');
}
?>
--FILE--
<?php
// schedules: none: the kernel's events come in their own time
use function Async\watch;

$root = sys_get_temp_dir() . '/moved' . getmypid();
mkdir("$root/tree/folder/sub", 0777, true);
$watcher = watch("$root/tree", recursive: true);
// All of this is in the queue of the kernel before the first event is read.
rename("$root/tree/folder", "$root/folder");
mkdir("$root/folder/new");
touch("$root/folder/file");
touch("$root/folder/sub/file");
chmod("$root/folder/sub", 0700);
rename("$root/folder/file", "$root/folder/other");
touch("$root/tree/last");
foreach ($watcher as $event) {
	echo $event->kind, str_replace("$root/tree", '', " $event->path"), "\n";
	if (basename($event->path) === 'last') {
		break;
	}
}
$watcher->close();
unlink("$root/tree/last");
unlink("$root/folder/other");
unlink("$root/folder/sub/file");
array_map(rmdir(...), ["$root/folder/new", "$root/folder/sub", "$root/folder", "$root/tree", $root]);
?>
--EXPECT--
deleted /folder
created /last
