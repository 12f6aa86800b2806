--TEST--
A call cancelled while it waits for its turn does nothing; cancelled during its turn, it gives the turn to the next call (D28, D11, D34, P5)
--FILE--
<?php
// schedules: any
// schedules: may go on
use function Async\{spawn, await, suspend, protect};
use Async\AsyncCancellation;
require __DIR__ . '/slow_stream.inc';

function outcome($coroutine): string
{
    try {
        return json_encode(await($coroutine));
    } catch (AsyncCancellation $e) {
        return 'cancelled: ' . $e->getMessage();
    }
}
/** Wait until these coroutines are in the queue. */
function in_line(...$coroutines): void
{
    foreach ($coroutines as $coroutine) {
        while (!$coroutine->isCompleted() && ($coroutine->getAwaitingInfo()['type'] ?? '') !== 'lock') {
            suspend();
        }
    }
}
/** A stream without data yet, and a coroutine that reads a line from it. */
function reader(&$a, &$b)
{
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $reader = spawn(fn() => fgets($GLOBALS['a']));
    while (!$reader->isCompleted() && ($reader->getAwaitingInfo()['type'] ?? '') !== 'descriptor') {
        suspend();
    }
    return $reader;
}

echo "while it waits\n";
$first = reader($a, $b);
$second = spawn(fn() => fgets($a));
in_line($second);
print_r($second->getAwaitingInfo() == ['type' => 'lock', 'class' => 'turn to read from a stream', 'owner' => $first->getId()]);
echo "\n";
$third = spawn(fn() => fgets($a));
in_line($third);
$second->cancel(new AsyncCancellation('enough'));
echo outcome($second), "\n";
fwrite($b, "one\ntwo\n");
echo outcome($first), ' ', outcome($third), "\n";

echo "its turn has come, but it has not run\n";
$first = reader($a, $b);
$second = spawn(fn() => fgets($a));
in_line($second);
$third = spawn(fn() => fgets($a));
in_line($third);
$first->cancel(new AsyncCancellation('first'));
await(spawn(function () use ($first, $second) {
    try {
        await($first);
    } catch (AsyncCancellation) {
    }
    // It may have its turn by now or not.
    $second->cancel(new AsyncCancellation('second'));
}));
fwrite($b, "three\n");
echo outcome($first), ', ', outcome($second), ', ', outcome($third), "\n";

echo "it is caught, and the call made again\n";
$first = reader($a, $b);
$second = spawn(function () use ($a) {
    try {
        return fgets($a);
    } catch (AsyncCancellation $e) {
        return $e->getMessage() . ', then ' . trim(fgets($a));
    }
});
in_line($second);
$second->cancel(new AsyncCancellation('no'));
while (!$second->isCompleted() && $second->getAwaitingInfo() === [] || !$second->isCancellationRequested()) {
    suspend();
}
fwrite($b, "four\nfive\n");
$answers = [outcome($first), outcome($second)];
sort($answers);
echo implode(', ', $answers), "\n";

echo "protected\n";
$first = reader($a, $b);
$second = spawn(fn() => protect(fn() => print(fgets($a))));
in_line($second);
$second->cancel();
suspend();
fwrite($b, "six\n");
echo outcome($first), "\n";
fwrite($b, "seven\n");
try {
    await($second);
} catch (AsyncCancellation) {
    echo "then cancelled\n";
}

echo "copying: the turn to read is given back when the turn to write does not come\n";
$s = slow();
$writer = spawn(fn() => fwrite($s, str_repeat('x', 300)));
while (!$writer->isCompleted() && ($writer->getAwaitingInfo()['type'] ?? '') !== 'turn') {
    suspend();
}
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$copier = spawn(fn() => stream_copy_to_stream($a, $s));
in_line($copier);
$copier->cancel(new AsyncCancellation('no copy'));
echo outcome($copier), "\n";
fwrite($b, "eight\n");
echo fgets($a), outcome($writer), "\n";
?>
--EXPECT--
while it waits
1
cancelled: enough
"one\n" "two\n"
its turn has come, but it has not run
cancelled: first, cancelled: second, "three\n"
it is caught, and the call made again
"four\n", "no, then five"
protected
"six\n"
seven
then cancelled
copying: the turn to read is given back when the turn to write does not come
cancelled: no copy
eight
300
