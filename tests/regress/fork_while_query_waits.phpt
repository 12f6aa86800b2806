--TEST--
A fork while other coroutines are in a call of a PDO connection: the child ends, and leaves the call to the parent (D28, lifetime rule 12)
--EXTENSIONS--
pcntl
pdo
pdo_sqlite
--ENV--
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:exitcode=139
--FILE--
<?php
// The library's memory for these calls is lost until the end of the child.
use function Async\{await, spawn, suspend};

$file = sys_get_temp_dir() . '/async-fork-' . getmypid() . '.sqlite';
$forks = function () {
    suspend();
    $child = pcntl_fork();
    if ($child === 0) {
        // A lock that is never released would block for ever.
        pcntl_signal(SIGALRM, SIG_DFL);
        pcntl_alarm(getenv('ASYNC_TEST_TOOL') ? 200 : 20);
        return;
    }
    pcntl_waitpid($child, $status);
    return pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
};
$query = function (PDO $pdo) use (&$forker) {
    $pdo->sqliteCreateFunction('slow', fn() => await($forker));
    return $pdo->query('SELECT slow()')->fetchColumn();
};
foreach (['a new connection' => [], 'a persistent one' => [PDO::ATTR_PERSISTENT => true]] as $what => $options) {
    foreach (['its own' => null, 'shared' => new PDO("sqlite:$file", options: $options)] as $whose => $shared) {
        $forker = spawn($forks);
        echo "$what, $whose: ", await(spawn(fn() => $query($shared ?? new PDO("sqlite:$file", options: $options)))), "\n";
    }
}
unlink($file);
?>
--EXPECT--
a new connection, its own: exit 0
a new connection, shared: exit 0
a persistent one, its own: exit 0
a persistent one, shared: exit 0
