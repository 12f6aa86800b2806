--TEST--
Each first use in sandboxes: no /proc, no /dev/shm, a read-only system, no home, small stacks, a memory cgroup (quality "Bad input")
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('mounts, and limits memory');
if (posix_geteuid() !== 0 || exec('unshare --mount true 2>&1 || echo no')) die('skip needs root, and unshare');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$group = '/sys/fs/cgroup/memory/async.' . getmypid();
$unified = '/sys/fs/cgroup/async.' . getmypid();
$sandboxes = [
    'nothing taken' => ':',
    'no /proc' => 'umount -l /proc',
    '/proc of another user' => 'mount -t proc -o hidepid=2 proc /proc',
    'no /dev/shm' => '{ mountpoint -q /dev/shm && umount -l /dev/shm; mount -t tmpfs -o ro,mode=000 none /dev/shm; true; }',
    'read-only' => 'mount -t tmpfs none /tmp && mount -o remount,ro,bind /',
    'no /sys' => '! mountpoint -q /sys || umount -l /sys',
    'no home' => 'unset HOME',
    'a home that is not there' => 'HOME=/nowhere; export HOME',
    'nothing in the environment' => 'for name in $(env | cut -d= -f1); do case $name in PATH|TEST_*|ASYNC_*|USE_ZEND_ALLOC) ;; *) unset "$name" 2>/dev/null;; esac; done',
    'a stack of 512 KiB' => 'ulimit -s 512',
    'a stack without limit' => 'ulimit -s unlimited',
    'no locked memory' => 'ulimit -l 0',
    'a cgroup of 96 MiB' => "if mkdir $group 2>/dev/null && echo 96M > $group/memory.limit_in_bytes; then echo \$\$ > $group/tasks;"
        . " elif mkdir $unified 2>/dev/null && echo 96M > $unified/memory.max; then echo \$\$ > $unified/cgroup.procs; else true; fi",
    'one processor' => 'taskset -p 1 $$ >/dev/null',
];
foreach ($sandboxes as $name => $setup) {
    // The rest of the command begins with exec, which is no program.
    [$output] = run_php('require ' . var_export(__DIR__ . '/scarce.inc', true) . "; scarce_table('$name', fn() => null);",
        '', 'exec unshare --mount sh -c ' . escapeshellarg("$setup || echo cannot make this sandbox; shift; exec \"\$@\"") . ' sh ');
    echo $output;
}
@rmdir($group);
@rmdir($unified);
?>
--EXPECT--
nothing taken: right
no /proc: right
/proc of another user: right
no /dev/shm: right
read-only: right
no /sys: right
no home: right
a home that is not there: right
nothing in the environment: right
a stack of 512 KiB: right
a stack without limit: right
no locked memory: right
a cgroup of 96 MiB: right
one processor: right
