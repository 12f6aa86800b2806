--TEST--
A callback of iterate() forks while main is in the iterator: main leaves its frames in the child, the callback ends there (lifetime rule 12)
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{delay, iterate};

function run(string $what, callable $in_child): void
{
    [$reads, $writes] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $elements = (function () use ($reads) {
        yield 1;
        fread($reads, 1);
    })();
    iterate($elements, function () use ($writes, $what, $in_child) {
        $child = pcntl_fork();
        if ($child === 0) {
            delay(1);
            return $in_child();
        }
        pcntl_waitpid($child, $status);
        echo "$what: ", pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
        fwrite($writes, 'x');
    });
}

$ends = [
    'returns' => fn() => true,
    'stops' => fn() => false,
    'exits' => fn() => exit(7),
    'fails' => function () { ini_set('display_errors', 0); throw new Exception; },
];
foreach ($ends as $what => $end) {
    run($what, $end);
    (new Fiber(fn() => run("in a Fiber, $what", $end)))->start();
}
?>
--EXPECT--
returns: 0
in a Fiber, returns: 0
stops: 0
in a Fiber, stops: 0
exits: 7
in a Fiber, exits: 7
fails: 255
in a Fiber, fails: 255
