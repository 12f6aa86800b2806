--TEST--
Async\Testing\run(): what a test has left is listed with its place, and ended
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use Async\Testing\LeakException;
use function Async\{await, delay, signal, spawn, suspend, timeout};
use function Async\Testing\run;

final class Kept
{
    public static array $values = [];
}

/** Run the test with each of these seeds; all find the same. */
function left(string $what, callable $test): void
{
    $before = Async\stats();
    foreach ([null, 1, 2] as $seed) {
        $text = 'nothing';
        try {
            run($test, $seed);
        } catch (LeakException $e) {
            $text = implode("\n    ", $e->leaks);
            if ($e->getMessage() !== "The test has left:\n  " . implode("\n  ", $e->leaks)) {
                echo "BROKEN: ", $e->getMessage(), "\n";
            }
        }
        Kept::$values = [];
        $text = str_replace('(socket, tcp://127.0.0.1:0)', '(socket)', $text); // PHP 8.4 keeps what was asked for
        $text = preg_replace(['/#\d+/', '/descriptor \d+/', '~[^ (]*/~', '/127.0.0.1:\d+/'], ['#N', 'descriptor N', '', 'PORT'], $text);
        if ($seed === null) {
            echo "$what:\n    $text\n";
            $first = $text;
        } elseif ($text !== $first) {
            echo "BROKEN: with seed $seed: $text\n";
        }
    }
    if (Async\stats()['coroutines'] !== $before['coroutines'] || Async\stats()['timers'] > $before['timers'] + 3) {
        echo "BROKEN: something goes on\n";
    }
}

suspend();
left('none', fn() => null);
left('a coroutine that ends by itself', fn() => spawn(fn() => suspend()) && null);
left('a coroutine that was cancelled', function () {
    $coroutine = spawn(fn() => delay(1000));
    suspend();
    $coroutine->cancel();
});
left('a coroutine', function () {
    spawn(fn() => delay(1000));
});
left('a coroutine that sleeps while it ends', function () {
    spawn(function () {
        try {
            delay(100_000);
        } finally {
            delay(1000);
        }
    });
});
left('a coroutine of another scope', function () {
    Kept::$values[] = $scope = new Async\Scope;
    $scope->spawn(fn() => (new Async\Channel)->recv());
});
left('a scope', function () {
    Kept::$values[] = new Async\Scope;
});
left('a scope that is returned', fn() => new Async\Scope);
left('a scope that is closed', function () {
    Kept::$values[] = $scope = new Async\Scope;
    $scope->dispose();
});
left('a timer', function () {
    Kept::$values[] = timeout(5000);
});
left('a timer that has passed, and one that was cancelled', function () {
    Kept::$values[] = timeout(5);
    Kept::$values[] = $other = timeout(5000);
    $other->cancel();
    delay(10);
});
left('streams', function () {
    Kept::$values[] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)[0];
    Kept::$values[] = fopen(__FILE__, 'r');
    Kept::$values[] = fopen('php://memory', 'r');
});
left('a server', function () {
    Kept::$values[] = stream_socket_server('tcp://127.0.0.1:0');
} );
left('a process', function () {
    Kept::$values[] = proc_open('exit 0', [], $pipes);
});
left('a connection', function () {
    Kept::$values[] = new PDO('sqlite::memory:');
});
left('a cycle of garbage', function () {
    $cycle = new stdClass;
    $cycle->own = $cycle;
    $cycle->scope = new Async\Scope;
    $cycle->stream = fopen(__FILE__, 'r');
});

echo "-- a failure comes before what is left\n";
try {
    run(function () {
        spawn(fn() => delay(1000));
        throw new LogicException('first');
    });
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}

echo "-- one that does not end\n";
try {
    run(function () {
        spawn(function () {
            while (true) {
                try {
                    delay(100);
                } catch (Async\AsyncCancellation) {
                }
                if (isset($GLOBALS['end'])) {
                    return;
                }
            }
        });
    });
} catch (LeakException $e) {
    echo count($e->leaks), "\n";
}
$end = true;
delay(150);
echo "end\n";
?>
--EXPECTF--
none:
    nothing
a coroutine that ends by itself:
    nothing
a coroutine that was cancelled:
    nothing
a coroutine:
    coroutine #N spawned at leaks.php:%d, suspended at leaks.php:%d, waits for delay, %d ms left
a coroutine that sleeps while it ends:
    coroutine #N spawned at leaks.php:%d, suspended at leaks.php:%d, waits for delay, %f s left
a coroutine of another scope:
    coroutine #N spawned at leaks.php:%d, suspended at leaks.php:%d, waits for a value from Async\Channel made at leaks.php:%d
    scope created at leaks.php:%d is open
a scope:
    scope created at leaks.php:%d is open
a scope that is returned:
    nothing
a scope that is closed:
    nothing
a timer:
    timer of 5000 ms made at leaks.php:%d
a timer that has passed, and one that was cancelled:
    nothing
streams:
    stream: resource #N (socket), descriptor N, opened at leaks.php:%d
    stream: resource #N (STDIO, leaks.php), descriptor N, opened at leaks.php:%d
a server:
    stream: resource #N (socket), descriptor N, PORT, opened at leaks.php:%d
a process:
    process: resource #N, opened at leaks.php:%d
a connection:
    connection: object #N of class PDO, opened at leaks.php:%d
a cycle of garbage:
    nothing
-- a failure comes before what is left
first
-- one that does not end
1
end
