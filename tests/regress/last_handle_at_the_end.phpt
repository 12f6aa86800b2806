--TEST--
What goes with the last handle of a coroutine may wait, throw and exit
--EXTENSIONS--
async
--FILE--
<?php
use Async\{AsyncCancellation, Scope};

use function Async\{coroutineContext, currentContext, currentCoroutine, delay, spawn, suspend};

final class Waits
{
    public static int $ended = 0;

    public function __construct(private string $name, private bool $throws) {}

    public function __destruct()
    {
        suspend();
        delay(1);
        echo "$this->name has waited\n";
        self::$ended++;
        if ($this->throws) {
            throw new Exception($this->name);
        }
    }
}

final class Reason extends AsyncCancellation
{
    public ?Waits $member = null;
}

function reason(Waits $waits): Reason
{
    $reason = new Reason('enough');
    $reason->member = $waits;
    return $reason;
}

/* Each makes a coroutine whose last handle goes at its end, and the value with it. */
$makers = [
    'key of a weak map' => fn($map, $waits) => spawn(function () use ($map, $waits) {
        $map[currentCoroutine()] = $waits;
    }),
    'key that was parked' => fn($map, $waits) => spawn(function () use ($map, $waits) {
        $map[currentCoroutine()] = $waits;
        delay(1);
    }),
    'key that was cancelled' => fn($map, $waits) => spawn(function () use ($map, $waits) {
        $map[currentCoroutine()] = $waits;
        throw new AsyncCancellation;
    }),
    'context of the coroutine' => fn($map, $waits) => spawn(function () use ($map, $waits) {
        $map[coroutineContext()] = $waits;
    }),
    'context of the scope' => fn($map, $waits) => (new Scope)->asNotSafely()->spawn(function () use ($map, $waits) {
        try {
            $map[currentContext()] = $waits;
            delay(10);
        } catch (AsyncCancellation) {
            // The scope was dropped.
        }
    }),
    'reason that is thrown' => function ($map, $waits) {
        $coroutine = spawn(delay(...), 10);
        suspend();
        $coroutine->cancel(reason($waits));
    },
    'reason that is caught' => function ($map, $waits) {
        $coroutine = spawn(function () {
            try {
                delay(10);
            } catch (AsyncCancellation) {
                // as wanted
            }
        });
        suspend();
        $coroutine->cancel(reason($waits));
    },
];
/* All that there are have waited, and their coroutines have ended. */
function settle(int $number): void
{
    for ($i = 0; $i < 5000 && Waits::$ended < $number; $i++) {
        delay(1);
    }
    delay(20);
}
$map = new WeakMap;
$number = 0;
foreach ($makers as $name => $make) {
    spawn(function () use ($make, $map, $name) {
        $make($map, new Waits($name, false));
    });
    settle(++$number);
}
echo count($map), " left in the map\n";

// What such a destructor throws is a failure of no coroutine, least of all of one that only waits.
set_exception_handler(fn(Throwable $e) => print("uncaught: {$e->getMessage()}\n"));
spawn(function () use ($map) {
    $map[currentCoroutine()] = new Waits('the last one', true);
});
try {
    settle(++$number);
} catch (Throwable $e) {
    echo 'main: ', get_class($e), "\n";
}
echo count($map), " left in the map\n";
?>
--EXPECT--
key of a weak map has waited
key that was parked has waited
key that was cancelled has waited
context of the coroutine has waited
context of the scope has waited
reason that is thrown has waited
reason that is caught has waited
0 left in the map
the last one has waited
main: Async\AsyncCancellation
0 left in the map
uncaught: the last one
