--TEST--
signal() with a cancellation token: the token ends the future as it ends a wait, gives the disposition back, and an error that is not looked at is silent (TM-07, D3, D32)
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('they have handlers of their own for these signals');
?>
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
require __DIR__ . '/../inc/child.php';
use Async\{Channel, Future, FutureState};
use function Async\{await, delay, ignoreErrors, signal, spawn, suspend, timeout};

function outcome(Future $future): string
{
    try {
        return 'signal ' . (await($future) === SIGUSR1 ? 'USR1' : 'WRONG');
    } catch (Throwable $e) {
        return get_class($e) . ($e->getPrevious() ? ' <- ' . get_class($e->getPrevious()) : '') . ': ' . $e->getMessage();
    }
}
pcntl_signal(SIGUSR1, fn() => 1);
$send = fn() => posix_kill(getmypid(), SIGUSR1);

$future = signal(SIGUSR1, $token = timeout(60000));
$send();
echo outcome($future), "\n";
$token->cancel();
echo outcome($future), "\n";

echo outcome(signal(SIGUSR1, timeout(1))), "\n";
echo outcome(signal(SIGUSR1, Future::completed(1))), "\n";
echo outcome(signal(SIGUSR1, Future::failed(new LogicException('of the token')))), "\n";

$state = new FutureState;
$future = signal(SIGUSR1, new Future($state));
suspend();
echo $future->isCompleted() ? "WRONG\n" : "pending\n";
$state->error(new LogicException('later'));
$send();
echo outcome($future), "\n";

$channel = new Channel(1);
$future = signal(SIGUSR1, $channel);
$channel->send('kept');
echo outcome($future), ', ', $channel->recv(), "\n";

// The handler of the token is PHP code, which may suspend. The future is cancelled meanwhile.
$state = new FutureState;
$handle = function (Throwable $e) { delay(1); echo 'handler: ', $e->getMessage(), "\n"; };
$future = signal(SIGUSR1, ignoreErrors(new Future($state), $handle));
$state->error(new LogicException('handled'));
echo outcome($future), "\n";
$state = new FutureState;
$future = signal(SIGUSR1, ignoreErrors(new Future($state), $handle));
$state->error(new LogicException('too late'));
suspend();
$future->cancel();
delay(10);
echo $future->isCancelled() ? "cancelled\n" : "WRONG\n";

// Silent without an awaiter; a link goes on.
$future = signal(SIGUSR1, timeout(1));
$mapped = signal(SIGUSR1, timeout(1))->catch(fn($e) => get_class($e));
delay(5);
unset($future);
echo await($mapped), "\n";

// A cycle of the future and its token.
$state = new FutureState;
$token = new Future($state);
$future = signal(SIGUSR1, $token);
$weak = WeakReference::create($future);
$state->complete([$future]);
$state = $token = $future = null;
suspend();
suspend();
gc_collect_cycles();
echo $weak->get() ? "WRONG: it leaks\n" : "collected\n";
class Held { public $future; public $context; }
$held = new Held;
$held->future = signal(SIGUSR1, (new Future($held->context = new FutureState))->map(fn() => $held)->ignore());
$weak = WeakReference::create($held->future);
$held = null;
gc_collect_cycles();
echo $weak->get() ? "WRONG: it leaks\n" : "collected\n";

try { signal(SIGUSR1, new stdClass); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
foreach ([
    'before the token' => 'suspend',
    'after the token' => 'delay',
] as $title => $wait) {
    [$output, $status] = run_php("\$f = Async\signal(SIGTERM, Async\\timeout(20)); if ('$wait' === 'delay') Async\delay(40); posix_kill(getmypid(), SIGTERM); Async\suspend(); echo 'goes on';");
    echo "$title: ", strtok($output, "\n") ?: 'nothing', ", status $status\n";
}
?>
--EXPECT--
signal USR1
signal USR1
Async\AwaitCancelledException <- Async\TimeoutException: The wait was ended by its cancellation token
Async\AwaitCancelledException: The wait was ended by its cancellation token
LogicException: of the token
pending
LogicException: later
Async\AwaitCancelledException: The wait was ended by its cancellation token, kept
handler: handled
Async\AwaitCancelledException: The wait was ended by its cancellation token
handler: too late
cancelled
Async\AwaitCancelledException
collected
collected
Async\signal(): Argument #2 ($cancellation) must be of type ?Async\Awaitable, stdClass given
before the token: goes on, status 0
after the token: nothing, status 143
