--TEST--
supervise(0) starts as many workers as the cgroup of the process has processors
--SKIPIF--
<?php
$limit = 'mount -t tmpfs none /sys/fs/cgroup && echo "100000 100000" > /sys/fs/cgroup/cpu.max';
if (trim((string) shell_exec("unshare -m sh -c '$limit && echo may' 2>/dev/null")) !== 'may') {
	die('skip needs the right to mount');
}
if (Async\availableParallelism() < 2) {
	die('skip needs two processors');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$limit = 'mount -t tmpfs none /sys/fs/cgroup && echo "100000 100000" > /sys/fs/cgroup/cpu.max';
$code = escapeshellarg('Async\supervise(0, function (int $worker) { echo "worker $worker\n"; });');
echo shell_exec('unshare -m sh -c ' . escapeshellarg("$limit && exec " . php_command("-r $code")) . ' 2>&1');
?>
--EXPECT--
worker 0
