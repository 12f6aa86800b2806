--TEST--
An injected failure inside a stock function has the result of stock PHP, and the program goes on (P10, P11)
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') {
    die('skip hundreds of processes');
}
?>
--FILE--
<?php
require __DIR__ . '/faults.inc';
$few = (bool) getenv('ASYNC_TEST_TOOL');
$texts = array_map(posix_strerror(...),
    ['ECONNRESET' => 104, 'EPIPE' => 32, 'EIO' => 5, 'ENOMEM' => 12, 'EMFILE' => 24, 'ENOSPC' => 28]);
$faults = [
    'recv' => ['ECONNRESET', 'ENOMEM'], 'send' => ['EPIPE', 'ECONNRESET'], 'recvfrom' => ['ENOMEM'],
    'preadv2' => ['EIO'], 'pwritev2' => ['EPIPE'], 'write' => ['ENOSPC', 'EIO'], 'poll' => ['ENOMEM'],
    'select' => ['ENOMEM'], 'copy_file_range' => ['EIO'], 'accept' => ['EMFILE', 'ENOMEM'], 'connect' => ['ECONNRESET'],
    'open' => ['EMFILE'], 'fcntl' => ['EMFILE'], 'popen' => ['EMFILE', 'ENOMEM'], 'waitpid' => [], 'flock' => [],
];
$has_faults = has_faults();
foreach (programs() as $name => $code) {
    [$plain] = run_program($code);
    $wrong = '';
    $failed = 0;
    // PHP's HTTP client ignores a request that it could not send: it waits for the answer.
    $calls = [...array_diff(calls_of($name), $name === 'http' ? ['send'] : []), ...match ($name) {
        'tcp', 'http' => ['accept', 'connect'],
        'unix', 'tls' => ['accept'],
        'pipes' => ['popen', 'fcntl'],
        'files' => ['open', 'fcntl'],
        default => [],
    }];
    foreach ($has_faults ? $calls : [] as $call) {
        foreach ($faults[$call] as $error) {
            for ($n = 1; $n <= ($few ? 2 : 40); $n += $n < 6 ? 1 : 7) {
                [$output, $status] = run_program($code, "ASYNC_TEST_FAULT=$call:$n:$error");
                // One failure causes others: the other end is gone, and no further connection comes.
                preg_match_all('/^(?:PHP )?(?:Warning|Notice|Fatal error).*$/m', $output, $messages);
                $others = preg_grep("~$texts[$error]|Broken pipe|reset by peer|canceled|in progress|request failed|Unable to execute|SSL~", $messages[0], PREG_GREP_INVERT);
                if ($status !== 0 || $others || !str_ends_with($output, "end\n") || str_contains($output, 'BROKEN')) {
                    $wrong .= "$call:$n:$error, status $status:\n$output";
                }
                $failed += $output !== $plain;
            }
        }
    }
    echo "$name: ", $wrong ?: ($failed || !$has_faults ? 'as it should' : 'nothing ever failed'), "\n";
}
?>
--EXPECTREGEX--
(\w+: as it should\s*){6,8}
