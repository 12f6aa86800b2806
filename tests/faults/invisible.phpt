--TEST--
Short counts, interrupted polls and spurious readiness are invisible to stock functions (P10, P11)
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') {
    die('skip hundreds of processes');
}
?>
--FILE--
<?php
require __DIR__ . '/faults.inc';
// Results that a call can have although nothing is wrong.
$harmless = array_fill_keys(['recv', 'recvfrom', 'send', 'preadv2', 'pwritev2'], 'EAGAIN')
    + array_fill_keys(['poll', 'select'], 'EINTR');
// Errors by which a kernel, a file system or a sandbox refuses a call that is an attempt only.
$refused = ['EPERM', 'EACCES', 'ENOSYS', 'EINVAL', 'EOPNOTSUPP'];
$has_faults = has_faults();
$few = (bool) getenv('ASYNC_TEST_TOOL');
foreach (programs() as $name => $code) {
    [$plain, $status] = run_program($code);
    $wrong = $status !== 0 || !str_ends_with($plain, "end\n") || str_contains($plain, 'Warning') ? $plain : '';
    $settings = ['ASYNC_TEST_SHORT=1', 'ASYNC_TEST_SHORT=7', 'ASYNC_TEST_SHORT=1000', 'ASYNC_TEST_EINTR=2', 'ASYNC_TEST_EINTR=3'];
    foreach (array_intersect_key($harmless, array_flip(calls_of($name))) as $call => $error) {
        foreach ($few ? [1] : [1, 2, 3, 4, 6, 9, 14, 21] as $n) {
            $settings[] = "ASYNC_TEST_FAULT=$call:$n:$error";
        }
        foreach (in_array($call, ['preadv2', 'pwritev2']) ? $refused : [] as $refusal) {
            $settings[] = "ASYNC_TEST_FAULT=$call:1:$refusal";
            $settings[] = "ASYNC_TEST_FAULT=$call:2:$refusal";
        }
    }
    foreach ($has_faults ? $settings : [''] as $setting) {
        [$output, $status] = run_program($code, $setting);
        if ($output !== $plain || $status !== 0) {
            $wrong .= "with $setting, status $status:\n$output";
        }
    }
    echo $wrong ? "$name:\n$wrong" : "$name: same\n";
}
?>
--EXPECTREGEX--
(\w+: same\s*){6,8}
