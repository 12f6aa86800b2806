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

/** Option for PHP in a child that valgrind need not follow: what it shows has nothing to do with memory. */
function untraced(bool $it_is = true): string
{
    return $it_is ? '-d untraced=1 ' : '';
}

/** Can a child have this extension? Opcache is a part of PHP from 8.5 on, and has another name there. */
function is_at_hand(string $extension): bool
{
    return extension_loaded($extension === 'opcache' ? 'Zend OPcache' : $extension)
        || is_file(ini_get('extension_dir') . "/$extension.so");
}

/** Option with which a child has it, or none when this process has it: the child has the settings of this process. */
function loading(string $extension): string
{
    if (extension_loaded($extension === 'opcache' ? 'Zend OPcache' : $extension)) {
        return '';
    }
    return (in_array($extension, ['opcache', 'xdebug'], true) ? '-d zend_extension=' : '-d extension=') . "$extension ";
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
    // Without code the options name a file.
    $is_plain = $code !== '' && $before === '';
    if ($is_plain && getenv('ASYNC_TEST_TOOL') === 'valgrind' && extension_loaded('pcntl')) {
        return run_php_forked($code, $options);
    }
    $pipes = [];
    // Not under valgrind, which would run timeout too, for half as long as PHP itself; the test has a time limit. Where
    // that one is longer because the machine is slow, this one is, too.
    $limit = getenv('ASYNC_TEST_TOOL') ? 'ulimit -t 300; exec '
        : 'exec timeout ' . max(30, intdiv((int) getenv('TEST_TIMEOUT'), 2)) . ' ';
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

/**
 * run_php() under valgrind, where PHP needs more than a second to start: one child starts, and forks for each script
 * that has the same options. The script is still the main script of its process, and valgrind reports on each process.
 */
function run_php_forked(string $code, string $options): array
{
    static $started = [];
    if (!$started) {
        // PHP itself would not wait for the processes, and then their reports would come too late.
        register_shutdown_function(function () use (&$started) {
            $started = [];
        });
    }
    if (!isset($started[$options]) && count($started) === 3) {
        array_shift($started);
    }
    $started[$options] ??= new ForkingPhp($options);
    [$output, $status, $goes_on] = $started[$options]->run($code);
    if (!$goes_on) {
        unset($started[$options]);
    }
    return [$output, $status];
}

/** A process that waits in fork_for_scripts.php for the next script, as long as this object lives. */
final class ForkingPhp
{
    private $script;
    private $process;
    private array $pipes = [];

    public function __construct(string $options)
    {
        $this->script = tmpfile();
        $fork = '-d auto_prepend_file=' . escapeshellarg(__DIR__ . '/fork_for_scripts.php');
        $this->process = proc_open(
            ['sh', '-c', 'ulimit -t 300; exec ' . php_command("$options $fork") . ' 2>&1'],
            [$this->script, ['pipe', 'w'], 3 => ['pipe', 'r']],
            $this->pipes
        );
    }

    /** @return array{0: string, 1: int, 2: bool} output and exit status of the script; whether the process goes on */
    public function run(string $code): array
    {
        ftruncate($this->script, 0);
        rewind($this->script);
        fwrite($this->script, '<?php ' . ltrim($code));
        @fwrite($this->pipes[3], "next\n");
        $output = '';
        while (!preg_match('/\0(\d+)\0$/D', $output, $end)) {
            $more = fread($this->pipes[1], 65536);
            if ($more === '' || $more === false) {
                // It has ended before it came to the script.
                do {
                    $status = proc_get_status($this->process);
                } while ($status['running'] && usleep(1000) === null);
                return [$output, $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'], false];
            }
            $output .= $more;
        }
        return [substr($output, 0, -strlen($end[0])), (int) $end[1], true];
    }

    public function __destruct()
    {
        fclose($this->pipes[3]);
        proc_close($this->process);
    }
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

/** Where Xdebug is on, C code makes each call of a PHP function, and the JIT is off. */
function skip_under_xdebug(string $why): void
{
    if (function_exists('xdebug_info') && xdebug_info('mode')) {
        die("skip $why");
    }
}
