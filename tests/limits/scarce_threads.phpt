--TEST--
0 to 3 threads left at each first use: the answer of stock PHP, or an exception that names the limit (quality "Bad input")
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits threads');
if (posix_geteuid() !== 0 || !shell_exec('which prlimit')) die('skip needs prlimit, and root: a user without other processes');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

// The process itself is one of the user's threads. The limit does not bind root, who forks. A PHP with threads enters
// its own folder before it starts a shell, and the user may have no right to enter that of the tests.
foreach (range(0, 3) as $left) {
    [$output] = run_php('require ' . var_export(__DIR__ . '/scarce.inc', true) . ";\$left = $left;" . <<<'PHP'
        chdir('/');
        scarce_table("$left left", fn() => posix_setgid(70000) && posix_setuid(70000 + getmypid() % 50000));
        PHP, '', 'prlimit --pid=$$ --nproc=' . (1 + $left) . ' || exit;');
    echo $output;
}
?>
--EXPECT--
0 left: right
1 left: right
2 left: right
3 left: right
