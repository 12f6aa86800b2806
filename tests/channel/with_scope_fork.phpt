--TEST--
In a forked child a channel closes with its scope, whose coroutines stay in the parent
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip without pcntl'); ?>
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Scope};
use function Async\suspend;

$closed = new Scope;
$ends = new Channel(scope: $closed);
$closed->spawn(fn() => $ends->recv());
$open = new Scope;
$channel = new Channel(scope: $open);
$open->spawn(fn() => $channel->recv());
suspend();
@$closed->disposeSafely();
$pid = pcntl_fork();
if ($pid === 0) {
    // The last coroutine of the closed scope has gone in the child.
    echo $ends->isClosed() ? 'closed' : 'open', ', ', $channel->isClosed() ? 'closed' : 'open', "\n";
    $open->cancel(new AsyncCancellation('in the child'));
    try {
        $channel->recv();
    } catch (ChannelException $e) {
        echo $e->getPrevious()->getMessage(), "\n";
    }
    exit;
}
pcntl_waitpid($pid, $status);
echo 'parent: ', $ends->isClosed() ? 'closed' : 'open', ', ', $channel->isClosed() ? 'closed' : 'open', "\n";
$open->cancel();
$closed->cancel();
$ends->close();
?>
--EXPECT--
closed, open
in the child
parent: open, open
