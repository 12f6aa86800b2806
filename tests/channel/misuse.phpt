--TEST--
A channel refuses wrong arguments, a second construction, clones, serialization, and user classes as tokens (D27, D37)
--FILE--
<?php
use Async\Channel;

final class Pretender implements Async\Awaitable
{
}

$channel = new Channel;
foreach ([
    fn() => new Channel(-1),
    fn() => new Channel('many'),
    fn() => $channel->__construct(5),
    fn() => $channel->recv(new Pretender),
    fn() => $channel->send(1, new Pretender),
    fn() => $channel->recv(new stdClass),
    fn() => $channel->send(),
    fn() => clone $channel,
    fn() => serialize($channel),
    fn() => $channel->name = 'x',
    fn() => (new ReflectionClass('Async\Channel'))->newInstanceWithoutConstructor(),
    fn() => $channel->recv(Async\currentCoroutine()),
] as $misuse) {
    try {
        $misuse();
        echo "BROKEN: nothing\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($channel->capacity(), count($channel));
?>
--EXPECTF--
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be greater than or equal to 0
TypeError: Async\Channel::__construct(): Argument #1 ($capacity) must be of type int, string given
Async\AsyncException: Async\Channel is constructed once
TypeError: Async\Channel::recv(): Argument #1 ($cancellation) must be an awaitable that an extension provides, Pretender given
TypeError: Async\Channel::send(): Argument #2 ($cancellation) must be an awaitable that an extension provides, Pretender given
TypeError: Async\Channel::recv(): Argument #1 ($cancellation) must be of type ?Async\Awaitable, stdClass given
ArgumentCountError: Async\Channel::send() expects at least 1 argument, 0 given
Error: Trying to clone an uncloneable object of class Async\Channel
Exception: Serialization of 'Async\Channel' is not allowed
Error: Cannot create dynamic property Async\Channel::$name
ReflectionException: Class Async\Channel is an internal class marked as final that cannot be instantiated without invoking its constructor
Async\AsyncException: A coroutine cannot await itself. Coroutine spawned at %s:%d
int(0)
int(0)
