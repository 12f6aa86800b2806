--TEST--
No worker outlives a supervisor that was killed, also one that is busy or does not end by itself
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{delay, protect, supervise};
require __DIR__ . '/supervise.inc';

$reports = new Reports;
// valgrind reports each process that a SIGSEGV ends.
$fault = getenv('ASYNC_TEST_TOOL') ? SIGKILL : SIGSEGV;
foreach (['SIGKILL' => SIGKILL, 'SIGSEGV' => $fault, 'exit() elsewhere' => 0] as $name => $signal) {
    echo "-- $name\n";
    $supervisor = pcntl_fork();
    if ($supervisor === 0) {
        if ($signal === 0) {
            Async\spawn(function () {
                delay(2000);
                exit(0);
            });
        }
        supervise(4, function (int $worker) use ($reports) {
            $reports->say("$worker " . getmypid());
            switch ($worker) {
                case 0:
                    try {
                        delay(1_000_000);
                    } finally {
                        $reports->say('worker 0 stops in order');
                    }
                    return;
                case 1:
                    while (true) {
                        // Only the kernel can end this.
                    }
                case 2:
                    protect(fn() => delay(1_000_000));
                    return;
                case 3:
                    pcntl_sigprocmask(SIG_BLOCK, [SIGTERM]);
                    delay(1_000_000);
            }
        }, gracePeriod: 500);
        exit(1);
    }
    foreach ($reports->sorted(4) as $line) {
        $workers[] = (int) explode(' ', $line)[1];
    }
    if ($signal) {
        posix_kill($supervisor, $signal);
    }
    echo $reports->next(), "\n";
    pcntl_waitpid($supervisor, $status);
    var_dump($signal === 0 ? pcntl_wexitstatus($status) === 0 : pcntl_wtermsig($status) === $signal);
    var_dump(becomes(fn() => !array_filter($workers, runs(...))));
}
?>
--EXPECT--
-- SIGKILL
worker 0 stops in order
bool(true)
bool(true)
-- SIGSEGV
worker 0 stops in order
bool(true)
bool(true)
-- exit() elsewhere
worker 0 stops in order
bool(true)
bool(true)
