--TEST--
A trigger that is listed twice by each trigger around it is asked once for each await, at any depth (D23)
--FILE--
<?php
use Async\{Channel, Future, FutureState};
use function Async\{all, any, anyOf, await, awaitAnyOf, currentCoroutine, spawn, suspend, timeout};

// Without the rule each level doubles the number of questions: 60 of them would never end.
function around($inner, callable $combine, int $levels = 60)
{
    for ($i = 0; $i < $levels; $i++) {
        $inner = $combine($inner);
    }
    return $inner;
}

function innermost(mixed $value): mixed
{
    while (is_array($value) && $value) {
        $value = $value[array_key_first($value)];
    }
    return $value;
}

function show(string $what, callable $await): void
{
    try {
        $value = innermost($await());
        echo $what, ': ', is_string($value) ? $value : get_debug_type($value), "\n";
    } catch (Exception $exception) {
        echo $what, ': ', get_class($exception), ' ', $exception->getMessage(), "\n";
    }
}

$twice = fn($inner) => anyOf(2, [$inner, $inner]);
$once_of_two = fn($inner) => all([anyOf(1, [$inner]), anyOf(1, [$inner])]);

show('a value', fn() => Async\await(around(spawn(fn() => 'value'), $twice)));
show('mixed', fn() => Async\await(around(spawn(fn() => 'value'), $once_of_two)));
show('a failure', fn() => Async\await(around(spawn(fn() => throw new LogicException('wrong')), $twice)));

$state = new FutureState;
$waiter = spawn(fn() => Async\await(around(new Future($state), $twice)));
suspend();
$state->complete('later');
show('a future that waits', fn() => Async\await($waiter));

$channel = new Channel(1);
$channel->send('sent');
show('a channel', fn() => Async\await(around($channel, fn($inner) => any([$inner, $inner]))));

$fails = spawn(fn() => throw new LogicException('seen'));
$all = around($fails, fn($inner) => all([$inner, $inner]));
show('ended by a token', fn() => awaitAnyOf(2, [$all, new Future(new FutureState)], timeout(1)));

$wide = around(new Future(new FutureState), fn($inner) => any(array_fill(0, 100, $inner)), 7);
show('the current coroutine among many', fn() => Async\await(any([currentCoroutine(), $wide]), timeout(1)));
?>
--EXPECT--
a value: value
mixed: value
a failure: LogicException wrong
a future that waits: later
a channel: sent
ended by a token: array
the current coroutine among many: Async\AwaitCancelledException The wait was ended by its cancellation token
