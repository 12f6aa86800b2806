--TEST--
watch() at the limits of inotify throws an exception that names the sysctl, the loop of a watcher that meets them later too, and nothing is left over; looking in intervals needs none of both
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip inotify is of Linux');
exec('unshare -U -r cat /proc/sys/user/max_inotify_watches 2>&1', $lines, $status);
if ($status !== 0) die('skip no user namespace can be made here');
?>
--FILE--
<?php
// schedules: none: a program of its own does the work
$program = <<<'PHP'
use function Async\{await, stats, timeout, watch};
$root = sys_get_temp_dir() . '/limits' . getmypid();
mkdir("$root/a/b", recursive: true);
function tell(Closure $do): void
{
    try {
        $do();
    } catch (Async\AsyncException $e) {
        echo '  ', str_replace($GLOBALS['root'], '', $e->getMessage()), "\n";
    }
}
Async\delay(1);
echo "a list of paths\n";
file_put_contents('/proc/sys/user/max_inotify_instances', 1);
tell(fn() => [watch(["$root/a"]), watch(["$root/a"])]);
gc_collect_cycles();
foreach (['instances' => [1, 8], 'folders of one' => [8, 2], 'folders of the second' => [8, 5], 'in intervals' => [0, 0]] as $title => [$instances, $folders]) {
    echo "$title\n";
    file_put_contents('/proc/sys/user/max_inotify_instances', $instances);
    file_put_contents('/proc/sys/user/max_inotify_watches', $folders);
    $interval = $instances ? 0 : 5;
    $before = count(scandir('/proc/self/fd'));
    tell(function () use ($root, $interval) {
        $list = [watch($root, true, $interval)];
        $list[] = watch($root, true, $interval);
        echo "  two watchers\n";
    });
    tell(function () use ($root, $interval) {
        $watcher = watch($root, true, $interval);
        for ($i = 0; $i < 3; $i++) mkdir("$root/new$i");
        for ($i = 0; $i < 3; $i++) await($watcher, timeout(60000));
        echo "  three new folders\n";
        await($watcher, timeout(5));
    });
    array_map('rmdir', glob("$root/new*"));
    gc_collect_cycles();
    echo '  left: ', stats()['watchers'], ' watchers, ', count(scandir('/proc/self/fd')) - $before, " descriptors\n";
}
rmdir("$root/a/b");
rmdir("$root/a");
rmdir($root);
PHP;
passthru('unshare -U -r ' . getenv('TEST_PHP_EXECUTABLE') . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' -r ' . escapeshellarg($program) . ' 2>&1');
?>
--EXPECT--
a list of paths
  Cannot watch "/a": too many watchers or open files, see the sysctl fs.inotify.max_user_instances and ulimit -n
instances
  Cannot watch "": too many watchers or open files, see the sysctl fs.inotify.max_user_instances and ulimit -n
  three new folders
  The wait was ended by its cancellation token
  left: 0 watchers, 0 descriptors
folders of one
  Cannot watch "": too many watched folders, see the sysctl fs.inotify.max_user_watches
  Cannot watch "": too many watched folders, see the sysctl fs.inotify.max_user_watches
  left: 0 watchers, 0 descriptors
folders of the second
  Cannot watch "": too many watched folders, see the sysctl fs.inotify.max_user_watches
  three new folders
  Cannot watch "/new2": too many watched folders, see the sysctl fs.inotify.max_user_watches
  left: 0 watchers, 0 descriptors
in intervals
  two watchers
  three new folders
  The wait was ended by its cancellation token
  left: 0 watchers, 0 descriptors
