--TEST--
A fatal error in a coroutine while the main script waits, in Fibers too: shutdown functions use what it waited for (D16, P7)
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* How the main script waits, and what a shutdown function does to what it waited for. */
$cases = [
    'recv' => ['$channel->recv();', '$channel->sendAsync(1); $channel->close();'],
    'recv with a limit' => ['$channel->recv(Async\timeout(30000));', '$channel->close();'],
    'send' => ['$channel->send(1);', '$channel->close();'],
    'select' => ['Async\select([$channel, $future]);', '$channel->close(); $state->complete(1);'],
    'await' => ['Async\await($future);', '$state->complete(1);'],
    'await with a limit' => ['Async\await($future, Async\timeout(30000));', '$state->complete(1);'],
    'awaitAll' => ['Async\awaitAll([$future, $waiter]);', '$waiter->cancel(); $state->complete(1);'],
    'awaitCompletion' => ['$scope->awaitCompletion(Async\timeout(30000));', '$scope->cancel();'],
    'delay' => ['Async\delay(30000);', 'usleep(1000);'],
    'mutex' => ['$mutex->lock();', '$mutex->tryLock();'],
    'semaphore' => ['$semaphore->acquire();', '$semaphore->release();'],
    'pool' => ['$pool->acquire();', '$pool->close();'],
    'iterate' => ['Async\iterate([1, 2], fn() => Async\delay(30000), 1);', ''],
    'group' => ['foreach ($group as $result);', '$group->close(); $group->cancel();'],
    'once' => ['$once();', ''],
    'fread' => ['fread($pair[0], 10);', 'fwrite($pair[1], "x"); fclose($pair[0]);'],
    'fwrite' => ['fwrite($pair[0], str_repeat("x", 1 << 22));', 'fclose($pair[1]); @fwrite($pair[0], "x");'],
    'stream_select' => ['$r = $pair; $n = null; stream_select($r, $n, $n, 30);', 'fclose($pair[0]);'],
    'socket_recv' => ['socket_recv($sockets[0], $data, 10, 0);', 'socket_close($sockets[0]);'],
    'usleep' => ['usleep(30000000);', 'usleep(1000);'],
    'exec' => ['exec("sleep 0.5");', 'exec("true");'],
    'proc_close' => ['proc_close($process = proc_open("exec sleep 0.5", [], $pipes));', 'exec("true");'],
    'flock' => ['flock($waits, LOCK_EX);', 'flock($holds, LOCK_UN); flock($waits, LOCK_EX); fclose($waits);'],
    'fopen of a FIFO' => ['fopen("$folder/fifo", "r");', 'fclose(fopen("$folder/fifo", "r+"));'],
    'signal' => ['Async\await(Async\signal(SIGUSR2));', 'posix_kill(getmypid(), SIGUSR2);'],
    'autoload' => ['new Slow;', 'class_exists("Slow", false);'],
];
$folder = sys_get_temp_dir() . '/fatal_while.' . getmypid();
mkdir($folder);
posix_mkfifo("$folder/fifo", 0600);
touch("$folder/file");
$run = fn(string $wait, string $use, int $fibers) => run_php(<<<CODE
    use function Async\{delay, spawn, suspend};

    \$folder = '$folder';
    \$channel = new Async\Channel(0);
    \$state = new Async\FutureState;
    \$future = new Async\Future(\$state);
    \$mutex = new Async\Mutex;
    \$semaphore = new Async\Semaphore(1);
    \$pool = new Async\Pool(fn() => new stdClass, max: 1);
    \$group = new Async\TaskGroup;
    \$scope = new Async\Scope;
    \$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, \$sockets);
    \$holds = fopen("\$folder/file", 'r+');
    \$waits = fopen("\$folder/file", 'r+');
    flock(\$holds, LOCK_EX);
    \$once = Async\once(fn() => delay(30000));
    spl_autoload_register(fn() => delay(30000));
    \$scope->spawn(delay(...), 30000);
    \$group->spawn(delay(...), 30000);
    \$waiter = spawn(delay(...), 30000);
    spawn(function () use (\$mutex, \$semaphore, \$pool) {
        \$lent = \$pool->acquire();
        \$mutex->lock();
        \$semaphore->acquire();
        delay(30000);
    });
    // Others in the lists of waiters, before the main script and after it.
    \$wait = function () use (&\$folder, &\$channel, &\$future, &\$mutex, &\$semaphore, &\$pool, &\$group, &\$scope, &\$pair,
        &\$sockets, &\$holds, &\$waits, &\$once, &\$waiter) {
        $wait
    };
    \$others = [spawn(\$wait)];
    spawn(function () use (&\$others, \$wait) {
        delay(5);
        \$others[] = spawn(\$wait);
        suspend();
        suspend();
        \$others[0]->cancel();
        \$others[1]->cancel();
        @trigger_error('fatal', E_USER_ERROR);
    });
    register_shutdown_function(function () use (&\$folder, &\$channel, &\$state, &\$mutex, &\$semaphore, &\$pool, &\$group,
        &\$scope, &\$pair, &\$sockets, &\$holds, &\$waits, &\$waiter) {
        // Writes over the stack of the main script.
        preg_replace_callback('/./', fn(\$match) => str_repeat(\$match[0], 9), str_repeat('x', 99));
        try {
            $use
        } catch (Throwable \$e) {
        }
        echo "\\nused\\n";
    });
    for (\$body = \$wait, \$left = $fibers; \$left > 0; \$left--) {
        \$body = fn() => (new Fiber(\$body))->start();
    }
    suspend();
    \$body();
    CODE);
foreach ($cases as $name => [$wait, $use]) {
    foreach (getenv('ASYNC_TEST_TOOL') ? [1] : [0, 1, 2] as $fibers) {
        [$output, $status] = $run($wait, $use, $fibers);
        if ($status !== 255 || !preg_match('/^\s*Fatal error: fatal.*\nused\n$/s', $output)) {
            echo "$name in $fibers Fibers: BROKEN, status $status: $output\n";
        }
    }
}
unlink("$folder/file");
unlink("$folder/fifo");
rmdir($folder);
echo count($cases), " waits\n";
?>
--EXPECT--
26 waits
