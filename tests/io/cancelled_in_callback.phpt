--TEST--
A cancellation that leaves PHP code which a stock function has called stays in front of the exceptions of that function (D11)
--EXTENSIONS--
simplexml
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn};

/** Waits in the method that `$waits` names, by the way that `$how` names. */
class Wrapper
{
    public $context;
    static string $waits = '';
    static string $how = '';

    static function wait(string $method): void
    {
        if ($method !== self::$waits) {
            return;
        }
        switch (self::$how) {
            case 'stock function':
                sleep(100);
            case 'await':
                delay(100_000);
            case 'finally':
                try {
                    delay(100_000);
                } finally {
                    self::cleanUp();
                }
            case 'thrown again':
                try {
                    delay(100_000);
                } catch (AsyncCancellation $e) {
                    self::cleanUp();
                    throw $e;
                }
            case 'another one':
                try {
                    delay(100_000);
                } catch (AsyncCancellation $e) {
                    throw new DomainException('of the wrapper', 0, $e);
                }
        }
    }

    private static function cleanUp(): void
    {
        for ($i = 0; $i < 3; $i++) {
            strlen(str_repeat('x', $i));
        }
    }

    function stream_open() { self::wait('open'); return true; }
    function stream_read() { self::wait('read'); return ''; }
    function stream_seek() { self::wait('seek'); return true; }
    function stream_tell() { return 0; }
    function stream_eof() { return true; }
    function stream_stat() { return []; }
    function url_stat() { return []; }
    function stream_cast() { self::wait('cast'); return false; }
}
stream_wrapper_register('waits', Wrapper::class);

$calls = [
    'seek' => fn() => (new SplFileObject('waits://x'))->rewind(),
    'open' => fn() => new SimpleXMLElement('waits://x', 0, true),
    'cast' => function () {
        $streams = [fopen('waits://x', 'r')];
        $none = null;
        stream_select($streams, $none, $none, 0);
    },
];
$bodies = [
    'caught' => function (callable $call) {
        try {
            $call();
        } catch (Exception $e) {
            return 'caught ' . $e::class . ' after ' . get_debug_type($e->getPrevious());
        } catch (Error $e) {
            throw $e;
        }
    },
    'finally' => function (callable $call) {
        try {
            $call();
        } finally {
            strlen('x');
        }
    },
    'uncaught' => fn(callable $call) => $call(),
];
set_error_handler(fn() => true);
foreach ($calls as $method => $call) {
    Wrapper::$waits = $method;
    foreach (['stock function', 'await', 'finally', 'thrown again', 'another one'] as Wrapper::$how) {
        foreach ($bodies as $body => $run) {
            $task = spawn($run, $call);
            do {
                delay(1);
            } while (!$task->isSuspended() && !$task->isCompleted());
            $task->cancel();
            try {
                $outcome[$body] = await($task);
            } catch (Throwable $e) {
                $outcome[$body] = $e::class;
            }
        }
        echo "$method, ", Wrapper::$how, ': ', implode(', ', array_unique($outcome)), "\n";
    }
}

// What code of the program throws on the way stays in front.
Wrapper::$waits = 'read';
Wrapper::$how = 'await';
$task = spawn(function () {
    array_map(function () {
        try {
            file_get_contents('waits://x');
        } finally {
            new DateTime('no time');
        }
    }, [1]);
});
do {
    delay(1);
} while (!$task->isSuspended());
$task->cancel();
try {
    await($task);
} catch (Exception $e) {
    echo 'its own failure after ', get_debug_type($e->getPrevious()), "\n";
}
?>
--EXPECT--
seek, stock function: Async\AsyncCancellation
seek, await: Async\AsyncCancellation
seek, finally: Async\AsyncCancellation
seek, thrown again: Async\AsyncCancellation
seek, another one: caught RuntimeException after DomainException, RuntimeException
open, stock function: Async\AsyncCancellation
open, await: Async\AsyncCancellation
open, finally: Async\AsyncCancellation
open, thrown again: Async\AsyncCancellation
open, another one: caught Exception after DomainException, Exception
cast, stock function: Async\AsyncCancellation
cast, await: Async\AsyncCancellation
cast, finally: Async\AsyncCancellation
cast, thrown again: Async\AsyncCancellation
cast, another one: ValueError
its own failure after Async\AsyncCancellation
