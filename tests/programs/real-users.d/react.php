<?php
/* ReactPHP: a loop that one coroutine drives, beside others. */
require __DIR__ . '/common.inc';
use React\EventLoop\StreamSelectLoop;

$server = http_server();
$host = substr($server, strlen('http://'));
$program = function (int $which = 0) use ($host): array {
    $loop = new StreamSelectLoop;
    $log = [];
    $loop->futureTick(function () use (&$log) {
        $log[] = 'next';
    });
    $timer = $loop->addPeriodicTimer(0.02, function () use (&$timer, &$log, $loop) {
        static $n = 0;
        $log[] = 'tick';
        if (++$n % 3 === 0) {
            $loop->cancelTimer($timer);
        }
    });
    $loop->addTimer(0.2, function () use (&$log) {
        $log[] = 'late';
    });
    $connector = new React\Socket\Connector([], $loop);
    $texts = [];
    foreach ([1, 2, 3] as $n) {
        $connector->connect($host)->then(function (React\Socket\ConnectionInterface $c) use ($n, &$texts, &$log) {
            $c->write("GET /late/" . (90 + 10 * $n) . "/$n HTTP/1.0\r\n\r\n");
            $all = '';
            $c->on('data', function ($bytes) use (&$all) {
                $all .= $bytes;
            });
            $c->on('close', function () use (&$all, &$log) {
                $log[] = substr($all, -12);
            });
        });
    }
    $listener = new React\Socket\SocketServer('127.0.0.1:0', [], $loop);
    $listener->on('connection', fn($c) => $c->on('data', fn($bytes) => $c->end(strtoupper($bytes))));
    $connector->connect($listener->getAddress())->then(function ($c) use (&$log, $listener, $loop) {
        $c->on('data', function ($bytes) use (&$log) {
            $log['echo'] = $bytes;
        });
        $c->on('close', fn() => $listener->close());
        $c->write('hello');
    });
    $connector->connect('127.0.0.1:1')->then(null, function (Exception $e) use (&$log) {
        $log['refused'] = get_class($e) . $e->getCode();
    });
    // One for each loop: PHP has one handler for a signal.
    $signal = [SIGUSR1, SIGUSR2, SIGHUP][$which];
    $loop->addSignal($signal, $on = function () use (&$on, &$log, $loop, $signal) {
        $log['signal'] = true;
        $loop->removeSignal($signal, $on);
    });
    $loop->addTimer(0.15, fn() => posix_kill(getmypid(), $signal));
    $loop->run();
    ksort($log);
    return $log;
};
$plain = $program();
same('react: from the main script, once there are coroutines', $plain, beside_ticks($program)[0]);
[$inside, $ticks, $ms] = beside_ticks(fn() => Async\await(Async\spawn($program)));
same('react: in a coroutine', $plain, $inside);
check('react: others go on', $ticks > 0.4 * $ms / 10, "$ticks ticks in $ms ms");
same('react: three loops in coroutines', [$plain, $plain, $plain], together(3, $program));
