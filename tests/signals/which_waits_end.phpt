--TEST--
A caught signal ends every wait that stock PHP's would be, in all coroutines, and no other; a signal without a handler and an ignored one end none (D41)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
// schedules: none: signals come at any time
use Async\{Channel, Future, FutureState};
use function Async\{await, delay, protect, signal, spawn, suspend};
require __DIR__ . '/../inc/child.php';

/** Another process sends the signal when this coroutine waits; the coroutine ends when that process has ended. */
function later(int $signal = SIGUSR1): Async\Coroutine
{
    return spawn(function () use ($signal) {
        delay(20);
        exec("sleep 0.02; kill -$signal " . getmypid());
    });
}
function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}
$ended = [
    'sleep' => fn() => sleep(60) > 0,
    'select' => function () { [$a, $b] = pair(); $r = [$a]; return @stream_select($r, $w, $e, null) === false && $r === [$a]; },
    'two descriptors' => function () { [$a, $b] = pair(); $r = [$a, $b]; return @stream_select($r, $w, $e, null) === false && $r === [$a, $b]; },
    'accept' => fn() => @stream_socket_accept(stream_socket_server('tcp://127.0.0.1:0'), 60) === false,
    'protected' => fn() => protect(fn() => sleep(60) > 0),
    'in a fiber' => fn() => (function () { $f = new Fiber(fn() => sleep(60) > 0); $f->start(); return $f->getReturn(); })(),
];
$future = new FutureState;
$channel = new Channel(0);
[$read, $write] = pair();
$others = [
    'await' => fn() => await(new Future($future)),
    'receive' => fn() => $channel->recv(),
    'fgets' => fn() => trim(fgets($read)),
    'delay' => function () { delay(600); return 'delayed'; },
    'until' => fn() => time_sleep_until(microtime(true) + 0.6) ? 'slept' : 'broken',
];
/** Which of the waits are over when the signal has come? */
function over(array $waits, int $signal, bool $ends = false): array
{
    $coroutines = array_map(Async\spawn(...), $waits);
    delay(20);
    await(later($signal));
    $over = fn() => array_filter($coroutines, fn($c) => $c->isCompleted());
    for ($i = 0; $i < ($ends ? 2000 : 20) && count($over()) < count($waits); $i++) {
        delay(10);
    }
    $over = array_keys($over());
    $values = array_map(fn($c) => $c->isCompleted() ? await($c) : null, $coroutines);
    foreach ($coroutines as $coroutine) {
        $coroutine->cancel();
    }
    suspend();
    return [$over, array_filter($values, fn($v) => $v !== null && $v !== true)];
}
function show(string $title, array $over): void
{
    echo "$title: ", $over[0] ? implode(', ', $over[0]) : 'none', $over[1] ? ', wrong: ' . json_encode($over[1]) : '', "\n";
}

show('no handler (SIGWINCH)', over($ended, SIGWINCH));
show('only a future', (function () use ($ended) { $f = signal(SIGUSR1); return over($ended, SIGUSR1); })());
pcntl_signal(SIGUSR1, SIG_IGN);
show('ignored', over($ended, SIGUSR1));
foreach ([false, true] as $async) {
    pcntl_async_signals($async);
    foreach ([false, true] as $restart) {
        pcntl_signal(SIGUSR1, fn() => 0, $restart);
        show(($async ? 'asynchronous' : 'with dispatch') . ($restart ? ', restart' : ''), over($ended, SIGUSR1, true));
        pcntl_signal_dispatch();
    }
}
// The handler was set after the waits had begun.
pcntl_signal(SIGUSR2, SIG_IGN);
$sleeper = spawn(fn() => sleep(60) > 0);
suspend();
pcntl_signal(SIGUSR2, fn() => 0);
later(SIGUSR2);
var_dump(await($sleeper));

$coroutines = array_map(Async\spawn(...), $others);
delay(20);
later();
usleep(60000000);
fwrite($write, "line\n");
spawn(fn() => $channel->send('sent'));
$future->complete('completed');
foreach ($coroutines as $name => $coroutine) {
    echo "$name: ", await($coroutine), "\n";
}

// A signal that comes while the waiter is awake, because a wake-up was spurious, or while others keep running.
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
[$a, $b] = pair();
$selector = spawn(function () use ($a) { $r = [$a]; return @stream_select($r, $w, $e, null); });
suspend();
fwrite($b, 'x');
spawn(function () use ($a) { fread($a, 1); });
spawn(fn() => posix_kill(posix_getpid(), SIGUSR1));
var_dump(in_array(await($selector), [false, 1], true), $handled);
foreach ([true, false] as $async) {
    pcntl_async_signals($async);
    $sleeper = spawn(fn() => sleep(60) > 0);
    suspend();
    later();
    while (!$sleeper->isCompleted()) {
        suspend();
    }
    pcntl_signal_dispatch();
    var_dump(await($sleeper));
}
// In a tick.
$handled = 0;
$sleeper = spawn(fn() => sleep(60) > 0);
suspend();
posix_kill(posix_getpid(), SIGUSR1);
declare(ticks=1) {
    $handled += 0;
}
var_dump($handled, await($sleeper));
// Signals before the call do not count.
posix_kill(posix_getpid(), SIGUSR1);
$start = hrtime(true);
usleep(50000);
var_dump(hrtime(true) - $start >= 50e6);
pcntl_signal_dispatch();

// The handler runs where the call returns: its exception can be caught there.
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn() => throw new Exception('time is up'));
foreach (['main' => fn($f) => $f(), 'a coroutine' => fn($f) => await(spawn($f))] as $where => $run) {
    $run(function () use ($where) {
        pcntl_alarm(1);
        try {
            sleep(60);
            echo "slept\n";
        } catch (Exception $e) {
            echo "$where: ", $e->getMessage(), "\n";
        }
    });
}
show_php('SIGTERM without a handler', 'Async\delay(1); Async\spawn(fn() => exec("kill -TERM " . getmypid())); sleep(60);');
show_php('daemon', '$stop = false; pcntl_signal(SIGTERM, function () use (&$stop) { $stop = true; }); Async\spawn(function () { while (true) Async\delay(5); });
    $server = stream_socket_server("tcp://127.0.0.1:0"); Async\spawn(fn() => exec("kill -TERM " . getmypid()));
    while (!$stop) { $r = [$server]; @stream_select($r, $w, $e, null); pcntl_signal_dispatch(); } exit("stopped\n");');
?>
--EXPECT--
no handler (SIGWINCH): none
only a future: none
ignored: none
with dispatch: sleep, select, two descriptors, accept, protected, in a fiber
with dispatch, restart: sleep, select, two descriptors, accept, protected, in a fiber
asynchronous: sleep, select, two descriptors, accept, protected, in a fiber
asynchronous, restart: sleep, select, two descriptors, accept, protected, in a fiber
bool(true)
await: completed
receive: sent
fgets: line
delay: delayed
until: slept
bool(true)
int(1)
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
main: time is up
a coroutine: time is up
-- SIGTERM without a handler

status 143
-- daemon
stopped
status 0
