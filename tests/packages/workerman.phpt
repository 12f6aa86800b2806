--TEST--
The event loop for Workerman: the same events as with its Select loop, and callbacks that wait hold up no other stream
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('workerman/workerman', 'workerman'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('workerman', 'Async\Workerman');
use Async\Workerman\CoroutineEvent;
use Workerman\Coroutine\Context;
use Workerman\Events\{EventInterface, Select};

function pair(): array
{
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_blocking($pair[0], false);
    return $pair;
}

/* What both loops have to do: each step begins the next one. */
function scenario(EventInterface $loop): string
{
    $log = [];
    $say = function (mixed ...$what) use (&$log) {
        $log[] = implode(' ', array_map(fn($one) => is_bool($one) ? json_encode($one) : $one, $what));
    };
    $loop->setErrorHandler(fn(Throwable $error) => $say('error handler:', get_class($error), $error->getMessage()));
    $timers = function () use ($loop, $say, &$streams) {
        $loop->delay(0.04, fn(...$args) => $say('late', ...$args), [1, 'two']);
        $loop->delay(0.001, fn() => $say('early'));
        $removed = $loop->delay(0.01, fn() => $say('never'));
        $say('removed', $loop->offDelay($removed), $loop->offDelay($removed), $loop->offDelay(12345));
        $say('count', $loop->getTimerCount());
        $one = $loop->repeat(0.005, function () use (&$one, &$two, $loop, $say) {
            $say('removes both', $loop->offRepeat($two), $loop->offRepeat($one));
        });
        $two = $loop->repeat(0.005, fn() => $say('removed when its time had come'));
        $own = $loop->delay(0.01, function () use (&$own, $loop, $say) {
            $say('too late for its own removal', $loop->offDelay($own));
        });
        $ticks = 0;
        $tick = $loop->repeat(0.06, function (string $arg) use (&$tick, &$ticks, $loop, $say, &$streams) {
            $say('tick', ++$ticks, $arg);
            if ($ticks === 1) {
                throw new DomainException('of a timer');
            } elseif ($ticks === 3) {
                $say('removed in its callback', $loop->offRepeat($tick), $loop->offRepeat($tick));
                $say('count', $loop->getTimerCount());
                $loop->delay(0.1, $streams);
            }
        }, ['arg']);
    };
    $streams = function () use ($loop, $say, &$both) {
        [$here, $there] = pair();
        $loop->onReadable($here, fn() => $say('replaced'));
        $loop->onReadable($here, function ($stream) use ($loop, $say, &$both, $there) {
            $say('read', $text = fread($stream, 100));
            if ($text === 'one') {
                fwrite($there, 'two');
                fclose($there);
            } elseif ($text === '') {
                $say('end', $loop->offReadable($stream), $loop->offReadable($stream));
                fclose($stream);
                $loop->delay(0.001, $both);
            }
        });
        $loop->onWritable($here, function ($stream) use ($loop, $say) {
            $say('writable', fwrite($stream, 'text'), $loop->offWritable($stream), $loop->offWritable($stream));
        });
        $loop->delay(0.01, fn() => $say('other end', fread($there, 100), fwrite($there, 'one')));
    };
    $both = function () use ($loop, $say, &$signals) {
        [$one, $two] = [pair(), pair()];
        $first = function () use ($loop, $say, $one, $two) {
            $say('one of two', $loop->offReadable($one[0]) && $loop->offReadable($two[0]));
        };
        $loop->onReadable($one[0], $first);
        $loop->onReadable($two[0], $first);
        fwrite($one[1], '.');
        fwrite($two[1], '.');
        $loop->delay(0.02, $signals);
    };
    $signals = function () use ($loop, $say) {
        $loop->onSignal(SIGUSR1, fn() => $say('replaced'));
        $loop->onSignal(SIGUSR1, function (int $signal) use ($loop, $say) {
            $say('signal', $signal === SIGUSR1, $loop->offSignal($signal), $loop->offSignal($signal));
            posix_kill(getmypid(), $signal);            // ignored
            $loop->delay(0.01, fn() => posix_kill(getmypid(), SIGUSR2));
        });
        $loop->onSignal(SIGUSR2, function () use ($loop, $say) {
            $loop->delay(60, fn() => null);
            $loop->repeat(60, fn() => null);
            $say('count', $loop->getTimerCount());
            $loop->deleteAllTimer();
            $say('count', $loop->getTimerCount());
            $loop->delay(0.001, function () use ($loop, $say) {
                $loop->stop();
                $loop->stop();
                $say('stopped');
            });
            throw new DomainException('of a signal');
        });
        posix_kill(getmypid(), SIGUSR1);
    };
    $timers();
    $loop->run();
    $say('run() returns');
    return implode("\n", $log) . "\n";
}
echo $ours = scenario(new CoroutineEvent);
echo $ours === ($stock = scenario(new Select)) ? "-- the same with Select\n" : "-- not with Select:\n$stock";

$loop = new CoroutineEvent;
/** Answers each line; "wait" takes a while. */
function serve(EventInterface $loop, mixed $stream): void
{
    $loop->onReadable($stream, function ($stream) use ($loop) {
        $line = fgets($stream);
        Context::set('line', trim($line));
        if ($line === "wait\n") {
            $loop->offReadable($stream);
            usleep(1_500_000);
            serve($loop, $stream);          // as TcpConnection::resumeRecv()
            usleep(50_000);
        } elseif ($line === "throw\n") {
            throw new DomainException('of a stream');
        } elseif ($line === "spawn\n") {
            Async\spawn(fn() => throw new DomainException('of a spawned coroutine'));
        }
        fwrite($stream, 'answer to ' . Context::get('line') . "\n");
    });
}
$loop->setErrorHandler(fn(Throwable $error) => print("error handler: {$error->getMessage()}\n"));
$pairs = array_map(fn() => pair(), range(0, 9));
array_walk($pairs, fn($pair) => serve($loop, $pair[0]));
$loop->delay(0.001, function () use ($loop, $pairs) {
    [[, $slow], [, $other]] = $pairs;
    $start = microtime(true);
    fwrite($slow, "wait\nnext\n");
    usleep(1000);
    foreach (array_slice($pairs, 1) as $n => [, $stream]) {
        fwrite($stream, "quick $n\n");
        $n == 8 ? print(fgets($stream)) : fgets($stream);
    }
    echo microtime(true) - $start < 1.2 ? "others were answered meanwhile\n" : "others had to wait\n";
    echo fgets($slow), fgets($slow);
    echo microtime(true) - $start >= 1.55 ? "one after the other\n" : "overlapping\n";
    fwrite($other, "throw\nspawn\n");
    echo fgets($other);

    ini_set('zend.exception_ignore_args', 0);
    $held = new stdClass;
    $reference = WeakReference::create($held);
    [$here, $there] = pair();
    $loop->onReadable($here, function ($stream) use ($loop, $held) { $loop->offReadable($stream); });
    $timer = $loop->repeat(0.001, function () use ($loop, $held, &$timer) { $loop->offRepeat($timer); });
    unset($held);
    fwrite($there, '.');
    for ($try = 0; $reference->get() && $try < 1000; $try++) {
        usleep(1000);
    }
    var_dump($reference->get());

    $running = $most = 0;
    $timer = $loop->repeat(0.01, function () use (&$running, &$most) {
        $most = max($most, ++$running);
        usleep(100_000);
        $running--;
    });
    usleep(300_000);
    $loop->offRepeat($timer);
    echo $most > 1 ? "callbacks of a timer overlap\n" : "callbacks of a timer do not overlap\n";

    $loop->setErrorHandler(fn(Throwable $error) => print("error handler: a cancellation\n"));
    $loop->delay(0.001, function () {
        try {
            sleep(60);
        } finally {
            usleep(1000);
            echo "clean-up\n";
        }
    });
    usleep(20_000);
    $loop->stop();
    echo "stopped\n";
});
$loop->run();
echo "run() returns\n";
var_dump(count(Async\getCoroutines()));

echo "-- no error handler\n";
$loop = new CoroutineEvent;
$loop->delay(0.001, fn() => throw new DomainException('printed'));
$loop->delay(0.02, fn() => $loop->stop());
$loop->run();
?>
--EXPECTF--
removed true false false
count 2
early
removes both true true
too late for its own removal false
late 1 two
tick 1 arg
error handler: DomainException of a timer
tick 2 arg
tick 3 arg
removed in its callback true false
count 0
writable 4 true false
other end text 3
read one
read two
read 
end true false
one of two true
signal true true false
count 2
count 0
error handler: DomainException of a signal
stopped
run() returns
-- the same with Select
answer to quick 8
others were answered meanwhile
answer to wait
answer to next
one after the other
error handler: of a stream
error handler: of a spawned coroutine
answer to spawn
NULL
callbacks of a timer overlap
clean-up
stopped
run() returns
int(1)
-- no error handler
DomainException: printed in %a
