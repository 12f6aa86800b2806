--TEST--
Each set of closed standard descriptors at each first use: the answer of stock PHP, and nothing but the user gets their numbers
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/** From a file: a script on the standard input has no constants for the descriptors. */
function run_file(string $code): array
{
    $file = tempnam(sys_get_temp_dir(), 'daemon');
    file_put_contents($file, "<?php\n$code");
    $result = run_php('', escapeshellarg($file));
    unlink($file);
    return $result;
}

foreach (range(0, 7) as $set) {
    [$output] = run_file('require ' . var_export(__DIR__ . '/scarce.inc', true) . ";\$set = $set;" . <<<'PHP'
        $closed = array_filter(['STDIN' => $set & 1, 'STDOUT' => $set & 2, 'STDERR' => $set & 4]);
        scarce_table('closed: ' . (implode(' ', array_keys($closed)) ?: '-'), function () use ($closed) {
            foreach ($closed as $name => $bit) {
                fclose(constant($name));
            }
        }, null, '/never/');
    PHP);
    echo $output;
}

// What a daemon prints goes nowhere, before and after a fork; its numbers stay free for the user.
$log = tempnam(sys_get_temp_dir(), 'daemon');
[$output, $status] = run_file('const LOG = ' . var_export($log, true) . ';' . <<<'PHP'
    $say = fn($what) => file_put_contents(LOG, "$what\n", FILE_APPEND);
    $look = function ($who) use ($say) {
        $open = array_filter([0, 1, 2], fn($fd) => @readlink("/proc/self/fd/$fd") !== false);
        $say("$who: open " . (implode(' ', $open) ?: '-'));
    };
    ignore_user_abort(true);
    fclose(STDIN);
    fclose(STDOUT);
    fclose(STDERR);
    $work = function ($who) use ($look, $say) {
        for ($i = 0; $i < 3; $i++) {
            usleep(1000);
            echo '12345678';
            error_log('an error');
            gethostbyname('localhost');
            $p = proc_open('exit 0', [], $pipes);
            proc_close($p);
            $look($who);
        }
    };
    Async\await(Async\spawn($work, 'first'));
    $pid = pcntl_fork();
    if ($pid === 0) {
        $work('child');
        Async\await(Async\spawn($work, 'coroutine of the child'));
        exit(0);
    }
    $work('parent');
    pcntl_waitpid($pid, $child);
    $f = fopen('/dev/null', 'r');
    $say('status ' . pcntl_wexitstatus($child) . ', ' . readlink('/proc/self/fd/0'));
    PHP);
// 255: as on stock PHP, whose output has failed.
echo $output, "status $status\n";
$lines = file($log, FILE_IGNORE_NEW_LINES);
$last = array_pop($lines);
$counts = array_count_values($lines);
ksort($counts);
print_r($counts);
echo $last, "\n";
unlink($log);
?>
--EXPECT--
closed: -: right
closed: STDIN: right
closed: STDOUT: right
closed: STDIN STDOUT: right
closed: STDERR: right
closed: STDIN STDERR: right
closed: STDOUT STDERR: right
closed: STDIN STDOUT STDERR: right
status 255
Array
(
    [child: open -] => 3
    [coroutine of the child: open -] => 3
    [first: open -] => 3
    [parent: open -] => 3
)
status 0, /dev/null
