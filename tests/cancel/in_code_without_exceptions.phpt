--TEST--
A cancellation in __debugInfo() waits until PHP has returned from it: an exception is fatal there (D11, D25)
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Waiting
{
    public function __construct(private string $how)
    {
    }

    public function __debugInfo(): array
    {
        match ($this->how) {
            'delay' => delay(5),
            'usleep' => usleep(5000),
            'suspend' => suspend(),
            'fiber' => (new Fiber(fn() => delay(5)))->start(),
            'generator' => iterator_to_array((function () {
                yield delay(5);
            })()),
            'await' => await(spawn(fn() => delay(5))),
        };
        // Not delivered here either.
        delay(1);
        echo "$this->how: ", Async\currentCoroutine()->isCancellationRequested() ? 'requested' : 'not requested', "\n";
        return ['done' => true];
    }
}

function cancel_in(string $how): void
{
    $dumper = spawn(function () use ($how) {
        $text = print_r([new Waiting($how)], true);
        echo str_contains($text, '[done] => 1') ? "printed\n" : $text;
        try {
            suspend();
            echo "never\n";
        } catch (Async\AsyncCancellation $e) {
            echo get_class($e), "\n";
            delay(1);
            throw $e;
        }
    });
    suspend();
    $dumper->cancel();
    try {
        await($dumper);
        echo "never\n";
    } catch (Async\AsyncCancellation) {
        var_dump($dumper->isCancelled());
    }
}

foreach (['delay', 'usleep', 'suspend', 'fiber', 'generator', 'await'] as $how) {
    cancel_in($how);
}

// Called by PHP code it is a method like any other.
$direct = spawn(function () {
    try {
        (new Waiting('delay'))->__debugInfo();
    } finally {
        echo "direct\n";
    }
});
suspend();
$direct->cancel();
try {
    await($direct);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}

// A request that came before.
$early = spawn(function () {
    Async\currentCoroutine()->cancel();
    print_r(new Waiting('delay'), true);
    echo "still here\n";
    delay(1);
});
try {
    await($early);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
?>
--EXPECT--
delay: requested
printed
Async\AsyncCancellation
bool(true)
usleep: requested
printed
Async\AsyncCancellation
bool(true)
suspend: requested
printed
Async\AsyncCancellation
bool(true)
fiber: requested
printed
Async\AsyncCancellation
bool(true)
generator: requested
printed
Async\AsyncCancellation
bool(true)
await: requested
printed
Async\AsyncCancellation
bool(true)
direct
cancelled
delay: requested
still here
cancelled
