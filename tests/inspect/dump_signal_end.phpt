--TEST--
async.dump_signal: the signal does not end a process that ends, nor one between two requests
--EXTENSIONS--
posix
pcntl
--INI--
allow_url_fopen=1
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('signals come at times that fit the speed of PHP alone'); ?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';

const OPTIONS = '-d async.dump_signal=SIGUSR2 -d async.dump_file=/dev/null';

echo "-- processes that end\n";
[$output, $status] = run_php(<<<'CODE'
    $ended = [];
    // Where processes are slow, a third of them has to do.
    for ($i = 0, $begin = hrtime(true); $i < 300 && ($i < 100 || hrtime(true) - $begin < 15e9); $i++) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            $i % 2 && Async\delay(0);
            exit($i % 7);
        }
        do {
            for ($kill = 0; $kill < 3; $kill++) {
                posix_kill($pid, SIGUSR2);
            }
            // Signals without a pause take all of the child's time on some kernels.
            usleep($i % 50);
        } while (pcntl_waitpid($pid, $status, WNOHANG) === 0);
        $right = pcntl_wifexited($status) && pcntl_wexitstatus($status) === $i % 7;
        $right || $ended[] = $status;
    }
    echo "wrong: ", implode(' ', $ended), "\n";
    CODE, OPTIONS);
echo $output, "status $status\n";

echo "-- between two requests\n";
file_put_contents(socket_folder() . '/index.php', '<?php Async\await(Async\spawn(fn() => print(getmypid())));');
$free = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($free, false);
fclose($free);
$server = proc_open(['sh', '-c', 'exec ' . php_command(OPTIONS . " -S $address -t " . socket_folder()) . ' >/dev/null 2>&1'], [], $pipes);
for ($try = 0; $try < 500 && !($pid = @file_get_contents("http://$address/")); $try++) {
    usleep(20000);
}
for ($i = 0; $i < 5; $i++) {
    // The answer comes before the end of its request.
    usleep(50000);
    posix_kill((int) $pid, SIGUSR2);
    echo @file_get_contents("http://$address/") === $pid ? 'goes on' : 'WRONG', "\n";
}
usleep(50000);
posix_kill((int) $pid, SIGUSR2);
proc_terminate($server, 2);
do {
    usleep(10000);
    $status = proc_get_status($server);
} while ($status['running']);
echo 'status ', $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'], "\n";
?>
--EXPECT--
-- processes that end
wrong: 
status 0
-- between two requests
goes on
goes on
goes on
goes on
goes on
status 0
