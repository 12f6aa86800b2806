--TEST--
A future tells where it was created and settled, what it waits for, and which coroutines await it
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\{Channel, Future, FutureState};
use function Async\{await, currentCoroutine, delay, signal, spawn};

function line(string $location): string
{
    return $location === '' ? 'unknown' : preg_replace('~^.*/places\.php:~', 'line ', $location);
}

function show(string $title, Future|FutureState $future): void
{
    [$file, $line] = $future->getCompletedFileAndLine();
    assert($future->getCompletedLocation() === ($file === '' ? '' : "$file:$line"));
    [$file, $line] = $future->getCreatedFileAndLine();
    assert($future->getCreatedLocation() === ($file === '' ? '' : "$file:$line"));
    $info = $future->getAwaitingInfo();
    if ($info) {
        $info['awaited_by'] = count($info['awaited_by']);
        $info['awaited_at'] = line($info['awaited_at'] ?? '');
        $info['waits_for'] = preg_replace('~at .*/places\.php:~', 'at line ', $info['waits_for']);
    }
    echo "$title: created ", line($future->getCreatedLocation()), ', settled ', line($future->getCompletedLocation()),
        ' ', json_encode($info), "\n";
}

$state = new FutureState();                         // line 26
$future = new Future($state);
show('pending', $future);
$waiters = [spawn(fn() => await($future)), spawn(fn() => $future->await())];    // line 29
$mapped = $future->map(function ($value) {          // line 30
    delay(20);
    return $value + 1;
});
$caught = $mapped->catch(fn() => 0);                // line 34
delay(1);
show('awaited', $future);
show('state', $state);
show('mapped', $mapped);
$state->complete(1);                                // line 39
show('completed', $future);
show('state', $state);
delay(5);
show('callback runs', $mapped);
await($caught);
show('mapped', $mapped);
show('passed on', $caught);

$cancelled = new Future();                          // line 48
$cancelled->cancel();                               // line 49
show('cancelled', $cancelled);
show('ready', Future::completed(1));                // line 51
show('failed', Future::failed(new Exception())->ignore());
$state = new FutureState();
$failed = (new Future($state))->ignore();
$state->error(new Exception());                     // line 55
show('error', $failed);

$signal = signal(SIGUSR1);                          // line 58
show('signal', $signal);
posix_kill(getmypid(), SIGUSR1);
await($signal);
show('signal came', $signal);
$channel = new Channel();
$received = $channel->recvAsync();
show('channel', $received);
$channel->close();
$received->ignore();
?>
--EXPECT--
pending: created line 26, settled unknown {"type":"future","waits_for":"its FutureState","awaited_at":"unknown","awaited_by":0}
awaited: created line 26, settled unknown {"type":"future","waits_for":"its FutureState","awaited_at":"line 29","awaited_by":2}
state: created line 26, settled unknown {"type":"future","waits_for":"its FutureState","awaited_at":"line 29","awaited_by":2}
mapped: created line 30, settled unknown {"type":"future","waits_for":"the future created at line 26","awaited_at":"unknown","awaited_by":0}
completed: created line 26, settled line 39 []
state: created line 26, settled line 39 []
callback runs: created line 30, settled unknown {"type":"future","waits_for":"its callback","awaited_at":"unknown","awaited_by":0}
mapped: created line 30, settled line 30 []
passed on: created line 34, settled line 30 []
cancelled: created line 48, settled line 49 []
ready: created line 51, settled line 51 []
failed: created line 52, settled line 52 []
error: created line 53, settled line 55 []
signal: created line 58, settled unknown {"type":"future","waits_for":"signal 10","awaited_at":"unknown","awaited_by":0}
signal came: created line 58, settled unknown []
channel: created line 64, settled unknown {"type":"future","waits_for":"a value from Async\\Channel made at line 63","awaited_at":"unknown","awaited_by":0}
