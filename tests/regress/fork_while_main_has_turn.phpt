--TEST--
A fork while main has a stream's turn, in a filter that waits, or is about to get it (lifetime rule 12)
--SKIPIF--
<?php if (!extension_loaded('pcntl')) die('skip needs pcntl'); ?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Gate extends php_user_filter
{
    static ?Async\Coroutine $gate = null;

    function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        if (self::$gate && !$closing) {
            await(self::$gate);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('gate', Gate::class);

/** In a child the coroutine goes on alone, and uses the stream. */
function fork_with($stream): void
{
    $child = pcntl_fork();
    if ($child === 0) {
        Gate::$gate = null;
        echo 'child: ', fwrite($stream, "child\n"), "\n";
        return;
    }
    pcntl_waitpid($child, $status);
    echo pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
}

/** The written text: the child writes its line at any time, so it is put last here. */
function print_written($far, int $lines): void
{
    for ($own = $others = ''; $lines > 0; $lines--) {
        $line = fgets($far);
        $line === "child\n" ? $others .= $line : $own .= $line;
    }
    echo $own, $others;
}

function gate(int $turns): Async\Coroutine
{
    return spawn(function () use ($turns) {
        for ($i = 0; $i < $turns; $i++) {
            suspend();
        }
    });
}
[$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_filter_append($near, 'gate', STREAM_FILTER_WRITE);

echo "in the filter\n";
Gate::$gate = gate(5);
$forker = spawn(fn() => fork_with($near));
fwrite($near, "main\n");
await($forker);
print_written($far, 2);

echo "waits for it\n";
Gate::$gate = gate(5);
$writer = spawn(fn() => fwrite($near, "first\n"));
$forker = spawn(function () use ($near) {
    suspend();
    suspend();
    fork_with($near);
});
suspend();
fwrite($near, "main\n");
await($forker);
print_written($far, 3);

echo "is about to get it\n";
Gate::$gate = gate(5);
$writer = spawn(fn() => fwrite($near, "first\n"));
$forker = spawn(function () use ($near, $writer) {
    await($writer);
    fork_with($near);
});
suspend();
fwrite($near, "main\n");
await($forker);
print_written($far, 3);
?>
--EXPECT--
in the filter
child: 6
exit 0
main
child
waits for it
child: 6
exit 0
first
main
child
is about to get it
child: 6
exit 0
first
main
child
