--TEST--
The answer comes in the forced shutdown, after the wait was ended and before its coroutine runs (D21, D34)
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$folder = sys_get_temp_dir() . '/forced.' . uniqid(getmypid() . '_');
mkdir($folder);
posix_mkfifo("$folder/fifo", 0600);
file_put_contents("$folder/data", str_repeat('x', 100_000));
$calls = [
    'gethostbyname' => 'gethostbyname("localhost");',
    'gethostbynamel' => 'gethostbynamel("localhost");',
    'gethostbyaddr' => 'gethostbyaddr("127.0.0.1");',
    'fsockopen' => '@fsockopen("localhost", 1);',
    'fopen of a FIFO' => '@fopen("$folder/fifo", "r");',
    'exec' => 'exec("sleep 0.01");',
    'pclose' => 'pclose(popen("sleep 0.01", "r"));',
    'file_get_contents' => 'file_get_contents("$folder/data");',
    'copy' => 'copy("$folder/data", "$folder/copy");',
    'await' => 'Async\await($future);',
    'recv' => '$channel->recv();',
    'delay' => 'delay(15);',
];
// Of the children: this process has read its own settings.
putenv('ASYNC_TEST_COLD=all');
foreach ($calls as $name => $call) {
    [$output, $status] = run_php(<<<CODE
        use function Async\{delay, spawn, suspend};

        function work(int \$ms): void
        {
            for (\$end = hrtime(true) + \$ms * 1_000_000; hrtime(true) < \$end;);
        }
        \$folder = '$folder';
        \$state = new Async\FutureState;
        \$future = new Async\Future(\$state);
        \$channel = new Async\Channel(0);
        // They run before the coroutine that makes the call: so many switches let the scheduler look for events.
        for (\$i = 0; \$i < 100; \$i++) {
            spawn(function () use (\$i, \$state, \$channel, \$folder) {
                try {
                    delay(10000);
                } finally {
                    try {
                        delay(10000);
                    } finally {
                        if (\$i === 0) {
                            file_exists("\$folder/fifo") && fopen("\$folder/fifo", 'r+');
                            \$state->complete(1);
                            try { \$channel->sendAsync(1); } catch (Throwable) { }
                            work(40);
                        }
                    }
                }
            });
        }
        // The number of a file that is left open is seen.
        register_shutdown_function(function () use (\$folder) {
            foreach (glob('/proc/self/fd/*') as \$link) {
                str_contains((string) @readlink(\$link), \$folder) && print('BROKEN: left open');
            }
        });
        spawn(function () use (\$folder, \$future, \$channel) {
            try {
                delay(10000);
            } finally {
                $call
            }
        });
        spawn(function () {
            try {
                delay(10000);
            } catch (Async\AsyncCancellation) {
                throw new Exception('second');
            }
        });
        suspend();
        spawn(fn() => throw new Exception('first'));
        CODE);
    if ($status !== 255 || !preg_match('/^\s*(PHP )?Fatal error: +Uncaught Exception: first.*second/s', $output)
        || preg_match('/leak|Assert|free|corrupt|BROKEN/i', $output)) {
        echo "$name: BROKEN, status $status: $output\n";
    }
}
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
echo count($calls), " calls\n";
?>
--EXPECT--
12 calls
