--TEST--
A library that an extension loads by its name is found on the search path of that extension, as on stock PHP, and is hooked right away (io.md, seam A)
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
if (getenv('ASYNC_TEST_TOOL') === 'asan') die('skip the sanitizer calls dlopen() itself: no path of a caller is searched');
if (preg_match('~/ld-musl-|-musl/libc\.so~', file_get_contents('/proc/self/maps'))) die('skip musl searches the paths of the program alone');
if (extension_loaded('tidy')) {
    die('skip the extension of the test has its name');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/slots.inc';

$nap = '#include <poll.h>' . "\n" . 'int nap(int ms) { struct pollfd none = {-1}; return poll(&none, 1, ms); }';
$folder = escapeshellarg(dirname(build_library('libpq.so.5', $nap)));
$code = <<<'CODE'
    $load = getenv('ASYNC_TEST_NAME') . '_load';
    $nap = getenv('ASYNC_TEST_NAME') . '_nap';
    if (getenv('ASYNC_TEST_BEFORE')) { echo $load('libpq.so.5') === true ? 'found' : 'not found', "\n"; exit; }
    Async\suspend();
    $found = $load('libpq.so.5'); $call = Async\spawn($found === true ? $nap(...) : abs(...), 30); Async\suspend();
    echo $found === true ? 'found' : 'not found', ', ', $call->isSuspended() ? 'parks' : 'does not park', "\n";
    CODE;
foreach (['RUNPATH' => '-Wl,--enable-new-dtags', 'RPATH' => '-Wl,--disable-new-dtags', 'no path' => null] as $path => $flag) {
    foreach (['tidy', 'foreign'] as $name) {
        $options = escapeshellarg("-DNAME=\"$name\"") . ($flag ? " $flag -Wl,-rpath,$folder" : '');
        $extension = '-d extension=' . escapeshellarg(build_extension($name, 'loader.c', $options));
        foreach (['1' => 'before', '' => 'beside coroutines'] as $before => $when) {
            [$output] = run_php($code, $extension, "export ASYNC_TEST_NAME=$name ASYNC_TEST_BEFORE=$before; ");
            echo "$path, $name, $when: $output";
        }
    }
}

// Straight after the load, without any other call between.
$code = <<<'CODE'
    Async\suspend();
    $others = 0;
    $other = Async\spawn(function () use (&$others) { $others++; });
    tidy_load('libpq.so.5'); tidy_nap(30); $seen = $others;
    echo $seen === 1 ? 'parks' : 'does not park', "\n";
    CODE;
$options = escapeshellarg('-DNAME="tidy"') . " -Wl,-rpath,$folder";
echo run_php($code, '-d extension=' . escapeshellarg(build_extension('tidy', 'loader.c', $options)))[0];
?>
--EXPECT--
RUNPATH, tidy, before: found
RUNPATH, tidy, beside coroutines: found, parks
RUNPATH, foreign, before: found
RUNPATH, foreign, beside coroutines: found, does not park
RPATH, tidy, before: found
RPATH, tidy, beside coroutines: found, parks
RPATH, foreign, before: found
RPATH, foreign, beside coroutines: found, does not park
no path, tidy, before: not found
no path, tidy, beside coroutines: not found, does not park
no path, foreign, before: not found
no path, foreign, beside coroutines: not found, does not park
parks
