--TEST--
reactor: timers, descriptors, signals, jobs, child processes and forks keep their contract (C unit tests)
--SKIPIF--
<?php
exec('cc --version 2>&1 && pkg-config --exists libuv 2>&1', $output, $status);
if ($status !== 0) die('skip needs cc, pkg-config and the headers of libuv');
?>
--FILE--
<?php
$source = dirname(__DIR__, 2);
$folder = sys_get_temp_dir() . '/async-reactor-unit-' . uniqid(getmypid() . '_');
mkdir($folder);
$program = "$folder/unit";

$asan = getenv('ASYNC_TEST_TOOL') === 'asan';
$compile = 'cc -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror'
    . ($asan ? ' -fsanitize=address,undefined -fno-sanitize-recover=undefined' : '')
    . ' -DASYNC_TESTING -I' . escapeshellarg("$source/reactor") . ' -o ' . escapeshellarg($program)
    . ' ' . escapeshellarg(__DIR__ . '/unit.c')
    . ' ' . implode(' ', array_map('escapeshellarg', glob("$source/reactor/*.c")))
    . ' $(pkg-config --cflags --libs libuv) -lpthread -ldl 2>&1';
passthru($compile, $status);
if ($status === 0) {
    exec(escapeshellarg($program) . ' 2>&1', $lines, $status);
    // The leak checker of a forked child reports the threads that the child does not have.
    echo implode("\n", preg_grep('/^==\d+==Running thread \d+ was not suspended/', $lines, PREG_GREP_INVERT)), "\n";
}
echo "exit status $status\n";

@unlink($program);
rmdir($folder);
?>
--EXPECTF--
%d checks, 0 failures
exit status 0
