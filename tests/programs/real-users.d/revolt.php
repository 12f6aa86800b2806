<?php
/* Revolt and AMPHP: a loop that one coroutine drives, beside others. */
require __DIR__ . '/common.inc';
use Revolt\EventLoop;
use function Amp\{async, delay, Future\await, Future\awaitAny};

$server = http_server();
$host = substr($server, strlen('http://'));

/** A program as their users write it. */
$program = function () use ($host): array {
    $log = [];
    EventLoop::defer(function () use (&$log) {
        $log[] = 'deferred';
    });
    EventLoop::queue(function () use (&$log) {
        $log[] = 'queued';
    });
    $id = EventLoop::repeat(0.02, function () use (&$id, &$log) {
        static $n = 0;
        $log[] = 'tick';
        if (++$n === 3) {
            EventLoop::cancel($id);
        }
    });
    EventLoop::delay(0.2, function () use (&$log) {
        $log[] = 'late';
    });
    $suspension = EventLoop::getSuspension();
    EventLoop::delay(0.15, fn() => $suspension->resume('resumed'));
    $log[] = $suspension->suspend();
    // Futures: two that wait at the same time.
    $start = hrtime(true);
    $log[] = await([async(function () {
        delay(0.1);
        return 'one';
    }), async(function () {
        delay(0.1);
        return 'two';
    })]);
    $log[] = (hrtime(true) - $start) / 1e6 < 190 ? 'at the same time' : 'one after the other';
    try {
        async(fn() => throw new RuntimeException('wrong'))->await();
    } catch (RuntimeException $e) {
        $log[] = $e->getMessage();
    }
    try {
        async(fn() => delay(5))->await(new Amp\TimeoutCancellation(0.05));
    } catch (Amp\CancelledException) {
        $log[] = 'cancelled';
    }
    // Sockets.
    $answers = await(array_map(fn($n) => async(function () use ($host, $n) {
        $s = Amp\Socket\connect($host);
        $s->write("GET /late/60/$n HTTP/1.0\r\n\r\n");
        return substr(Amp\ByteStream\buffer($s), -12);
    }), [1, 2, 3]));
    // They come in the order of their ends.
    ksort($answers);
    $log[] = $answers;
    $listener = Amp\Socket\listen('127.0.0.1:0');
    $echo = async(function () use ($listener) {
        $c = $listener->accept();
        while (null !== $bytes = $c->read()) {
            $c->write(strtoupper($bytes));
        }
    });
    $c = Amp\Socket\connect($listener->getAddress());
    $c->write('hello');
    $log[] = $c->read();
    $c->close();
    $echo->await();
    $listener->close();
    $process = Amp\Process\Process::start('echo from a child; exit 3');
    $log[] = [trim(Amp\ByteStream\buffer($process->getStdout())), $process->join()];
    EventLoop::run();
    return $log;
};
check('revolt: the driver is stream_select()', EventLoop::getDriver() instanceof EventLoop\Driver\StreamSelectDriver
    || EventLoop::getDriver() instanceof EventLoop\Driver\TracingDriver, get_class(EventLoop::getDriver()));
$plain = $program();
EventLoop::setDriver(new EventLoop\Driver\StreamSelectDriver);
same('revolt: from the main script, once there are coroutines', $plain, beside_ticks($program)[0]);
EventLoop::setDriver(new EventLoop\Driver\StreamSelectDriver);
[$inside, $ticks, $ms] = beside_ticks(fn() => Async\await(Async\spawn($program)));
same('revolt: in a coroutine', $plain, $inside);
check('revolt: others go on', $ticks > 0.4 * $ms / 10, "$ticks ticks in $ms ms");

// Callbacks of the loop use what waits in coroutines, and start coroutines.
EventLoop::setDriver(new EventLoop\Driver\StreamSelectDriver);
[$log] = beside_ticks(fn() => Async\await(Async\spawn(function () use ($server) {
    $log = [];
    EventLoop::delay(0.01, function () use (&$log, $server) {
        $log[] = file_get_contents("$server/late/50/stock");
    });
    EventLoop::delay(0.02, function () use (&$log) {
        $other = Async\spawn(function () {
            usleep(30000);
            return 'spawned';
        });
        $log[] = Async\await($other);
    });
    EventLoop::run();
    return $log;
})));
same('revolt: stock waits and our coroutines from callbacks', ['{"text":"stock"}', 'spawned'], $log);

// One coroutine after the other drives it; at the same time, Revolt itself refuses.
EventLoop::setDriver(new EventLoop\Driver\StreamSelectDriver);
$use = function (int $n): array {
    delay(0.01);
    return [$n, async(function () use ($n) {
        delay(0.01);
        return -$n;
    })->await()];
};
same('revolt: one coroutine after the other', [[1, -1], [2, -2], [3, -3]], array_map(fn($n) => Async\await(Async\spawn($use, $n)), [1, 2, 3]));
$first = Async\spawn(function () {
    delay(0.2);
    return 'first';
});
$second = Async\spawn(function () {
    Async\delay(50);
    try {
        delay(0.01);
    } catch (Error) {
        return 'refused';
    }
});
same('revolt: two at the same time', ['refused', 'first'], [Async\await($second), Async\await($first)]);
same('revolt: and goes on', [4, -4], $use(4));

// To cancel the coroutine that drives the loop ends the loop's wait.
$driving = Async\spawn(fn() => async(fn() => delay(5))->await());
Async\delay(30);
$driving->cancel(new Async\AsyncCancellation('enough'));
$start = hrtime(true);
try {
    Async\await($driving);
    check('revolt: cancelled', false);
} catch (Async\AsyncCancellation $e) {
    check('revolt: cancelled', $e->getMessage() === 'enough' && hrtime(true) - $start < 2e9, $e->getMessage());
}
EventLoop::setDriver(new EventLoop\Driver\StreamSelectDriver);
same('revolt: a new loop', [5, -5], $use(5));
