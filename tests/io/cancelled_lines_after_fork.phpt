--TEST--
A child that was forked while fgetcsv() read gives back what a cancelled fgetcsv() of its own had taken (D34)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn};

/* The first read forks; the child reads another stream in it. */
class Forks
{
    public static ?int $child = null;
    public $context;
    private int $reads = 0;

    function stream_open(): bool { return true; }
    function stream_eof(): bool { return $this->reads > 2; }
    function stream_stat(): array { return []; }

    function stream_read(int $size): string
    {
        if ($this->reads++ === 0) {
            self::$child = pcntl_fork();
            if (self::$child === 0) {
                [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
                fwrite($near, "x,y\n");
                echo json_encode(fgetcsv($far)), "\n";
            }
        }
        return "part, \"of\n";
    }
}
stream_wrapper_register('forks', 'Forks');

await(spawn(function () {
    fgetcsv(fopen('forks://', 'r'));
    if (Forks::$child > 0) {
        pcntl_waitpid(Forks::$child, $status);
        return;
    }
    [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fwrite($near, "a,\"b\n");
    $reader = spawn(fgetcsv(...), $far);
    delay(5);
    $reader->cancel();
    try {
        await($reader);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    fwrite($near, "c\"\n");
    echo json_encode(fgetcsv($far)), "\n";
}));
?>
--EXPECT--
["x","y"]
cancelled
["a","b\nc"]
