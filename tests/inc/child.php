<?php
/*
 * PHP in a child process, with the extension and the ini settings of the running test: for exit statuses, limits,
 * crashes, other SAPIs.
 */

/** Command line of PHP with the settings of this test, ready for a shell. */
function php_command(string $options = '', ?string $binary = null): string
{
    $binary ??= getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
    // -q would hide the headers of php-cgi; on the command line it changes nothing.
    return escapeshellarg($binary) . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' ' . $options;
}

/**
 * Run PHP code (without the opening tag) in a child and return its output, stderr included, and its exit status.
 *
 * Its messages call the file "Standard input code"; line 1 is the first line of the code.
 *
 * @param string $options more options for PHP, shell syntax
 * @param string $before shell code in front of it, such as "ulimit -v 100000;"
 * @return array{0: string, 1: int} output and exit status; 128 + n if signal n ended it, 124 if it took too long
 */
function run_php(string $code, string $options = '', string $before = ''): array
{
    $pipes = [];
    // Not under valgrind, which would run timeout too, for half as long as PHP itself; the test has a time limit.
    $limit = getenv('ASYNC_TEST_TOOL') ? 'ulimit -t 300; exec ' : 'exec timeout 30 ';
    $process = proc_open(
        ['sh', '-c', $before . $limit . php_command($options) . ' 2>&1'],
        [['pipe', 'r'], ['pipe', 'w']],
        $pipes
    );
    fwrite($pipes[0], '<?php ' . ltrim($code));
    fclose($pipes[0]);
    $output = stream_get_contents($pipes[1]);
    fclose($pipes[1]);
    do {
        $status = proc_get_status($process);
    } while ($status['running'] && usleep(1000) === null);
    proc_close($process);
    return [$output, $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode']];
}

/** Run code and print its output and exit status under a title. */
function show_php(string $title, string $code, string $options = '', string $before = ''): void
{
    [$output, $status] = run_php($code, $options, $before);
    echo "-- $title\n", rtrim($output), "\nstatus $status\n";
}

/** Skip a test that makes no sense under valgrind or a sanitizer. */
function skip_under_tools(string $why): void
{
    if (getenv('ASYNC_TEST_TOOL')) {
        die("skip $why");
    }
}
