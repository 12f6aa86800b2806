--TEST--
A signal without a handler that is sent to the process ends it as on stock PHP, whatever the coroutines do (D41)
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('they have handlers of their own for these signals'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$signals = [
    'HUP' => 1, 'INT' => 2, 'QUIT' => 3, 'ILL' => 4, 'TRAP' => 5, 'ABRT' => 6, 'BUS' => 7, 'FPE' => 8, 'KILL' => 9,
    'USR1' => 10, 'SEGV' => 11, 'USR2' => 12, 'PIPE' => 13, 'ALRM' => 14, 'TERM' => 15, 'CHLD' => 17, 'URG' => 23,
    'XCPU' => 24, 'VTALRM' => 26, 'WINCH' => 28, 'IO' => 29, 'SYS' => 31,
];
$programs = [
    'before a coroutine' => 'KILL;',
    'in a coroutine' => 'Async\await(Async\spawn(function () { KILL; }));',
    'while coroutines wait' => 'Async\spawn(fn() => Async\delay(60000)); Async\suspend(); KILL; exit(0);',
    'while all wait' => 'Async\spawn(fn() => exec("kill -NUMBER " . getmypid())); Async\delay(300); exit(0);',
];
foreach ($signals as $name => $number) {
    $kill = "posix_kill(getmypid(), $number)";
    [, $stock] = run_php("$kill; echo 'goes on';", '-d async.hooks=none', 'ulimit -c 0;');
    foreach ($programs as $title => $program) {
        [$output, $status] = run_php(strtr($program, ['KILL' => $kill, 'NUMBER' => $number]), '', 'ulimit -c 0;');
        if ($status !== $stock) {
            echo "SIG$name, $title: $status instead of $stock, $output\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
