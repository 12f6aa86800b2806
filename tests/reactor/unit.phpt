--TEST--
reactor: timers, descriptors, signals, jobs, children and forks keep their contract (C unit tests)
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL')) die('skip a program of its own: the tool would not see it');
exec('cc --version 2>&1 && pkg-config --exists libuv 2>&1', $output, $status);
if ($status !== 0) die('skip needs cc, pkg-config and the headers of libuv');
?>
--FILE--
<?php
$source = dirname(__DIR__, 2);
$folder = sys_get_temp_dir() . '/async-reactor-unit-' . getmypid();
mkdir($folder);
$program = "$folder/unit";

$compile = 'cc -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror'
    . ' -I' . escapeshellarg("$source/reactor") . ' -o ' . escapeshellarg($program)
    . ' ' . escapeshellarg(__DIR__ . '/unit.c')
    . ' ' . implode(' ', array_map('escapeshellarg', glob("$source/reactor/*.c")))
    . ' $(pkg-config --cflags --libs libuv) -lpthread -ldl 2>&1';
passthru($compile, $status);
if ($status === 0) {
    passthru(escapeshellarg($program) . ' 2>&1', $status);
}
echo "exit status $status\n";

@unlink($program);
rmdir($folder);
?>
--EXPECTF--
%d checks, 0 failures
exit status 0
