--TEST--
A channel with a scope closes when the scope is cancelled, with the cancellation as reason, or has ended (D37)
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Scope, TaskGroup};
use function Async\{await, delay, spawn, suspend};

function state(Channel $channel): string
{
    $reason = $channel->getCloseReason();
    return ($channel->isClosed() ? 'closed' : 'open') . ($reason ? ', ' . get_class($reason) . ' ' . $reason->getMessage() : '');
}

/** A coroutine that receives until it is refused. */
function receiver(Channel $channel): Async\Coroutine
{
    return spawn(function () use ($channel) {
        try {
            foreach ($channel as $value) {
                echo "got $value\n";
            }
            echo "the loop ends\n";
        } catch (ChannelException $e) {
            echo $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage() ?? '-', "\n";
        }
    });
}

echo "-- the last coroutine of a closed scope ends\n";
$scope = new Scope;
$channel = new Channel(scope: $scope);
$receiver = receiver($channel);
foreach (['a', 'b'] as $value) {
    $scope->spawn(fn() => $channel->send($value));
}
$scope->awaitCompletion(Async\timeout(60_000));
echo state($channel), "\n";
unset($scope);
echo state($channel), "\n";
await($receiver);

echo "-- closed while a coroutine is left\n";
$scope = new Scope;
$channel = new Channel(2, $scope);
$receiver = receiver($channel);
$scope->spawn(function () use ($channel) {
    suspend();
    $channel->send('after the dispose');
});
suspend();
@$scope->disposeSafely();
echo state($channel), "\n";
await($receiver);
echo state($channel), "\n";

echo "-- cancelled\n";
$scope = new Scope;
$channel = new Channel(1, $scope);
$channel->send('before the cancel');
$member = $scope->spawn(fn() => delay(60_000));
suspend();
$scope->cancel(new AsyncCancellation('enough'));
echo state($channel), "\n";
await(receiver($channel));

echo "-- a parent is cancelled; a future waits\n";
$parent = new Scope;
$child = Scope::inherit($parent);
$channel = new Channel(scope: $child);
$future = $channel->recvAsync();
$dropped = new Channel(scope: $child);
$only = $dropped->recvAsync()->ignore();
unset($dropped);
$parent->cancel(new AsyncCancellation('from above'));
echo state($channel), "\n";
try {
    await($future);
} catch (ChannelException $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
}
try {
    await($only);
} catch (ChannelException $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
}

echo "-- a coroutine fails\n";
$scope = new Scope;
$channel = new Channel(scope: $scope);
$scope->setExceptionHandler(fn($scope, $coroutine, $e) => $scope->cancel(new AsyncCancellation('cancelled by the handler')));
$receiver = receiver($channel);
$scope->spawn(fn() => throw new LogicException('failed'));
await($receiver);

echo "-- a time limit\n";
$scope = new Scope;
$channel = new Channel(scope: $scope);
$scope->spawn(fn() => delay(60_000));
@$scope->disposeAfterTimeout(1);
await(receiver($channel));

echo "-- a scope that has ended already\n";
$scope = new Scope;
$scope->cancel(new AsyncCancellation('before'));
echo state(new Channel(scope: $scope)), "\n";
$scope = new Scope;
$scope->dispose();
echo state(new Channel(scope: $scope)) === 'open' ? 'BROKEN' : 'closed', "\n";

echo "-- closed before the scope\n";
$scope = new Scope;
$channel = new Channel(scope: $scope);
$channel->close();
$scope->cancel();
echo state($channel), "\n";

echo "-- neither holds the other\n";
$scope = new Scope;
$weak = WeakReference::create($channel = new Channel(scope: $scope));
unset($channel);
var_dump($weak->get());
$scope->cancel();
$channel = new Channel(scope: new Scope);
echo state($channel), "\n";
echo "end\n";
?>
--EXPECT--
-- the last coroutine of a closed scope ends
got a
got b
open
closed
the loop ends
-- closed while a coroutine is left
open
got after the dispose
the loop ends
closed
-- cancelled
closed, Async\AsyncCancellation enough
got before the cancel
The channel is closed and empty <- enough
-- a parent is cancelled; a future waits
closed, Async\AsyncCancellation from above
The channel is closed and empty <- from above
The channel is closed and empty <- from above
-- a coroutine fails
The channel is closed and empty <- cancelled by the handler
-- a time limit
The channel is closed and empty <- The scope reached its time limit of 1 ms
-- a scope that has ended already
closed, Async\AsyncCancellation before
closed
-- closed before the scope
closed
-- neither holds the other
NULL
closed
end
