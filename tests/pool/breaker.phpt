--TEST--
Pool: after maxFailures failures of the factory in a row callers fail at once, then one tries, and its success lets all try
--FILE--
<?php
use Async\Pool;
use function Async\{delay, spawn, await, awaitAll, suspend};

$s = (object) ['calls' => 0, 'fails' => true, 'wait' => 0];
$factory = function () use ($s) {
    $n = ++$s->calls;
    $s->wait && delay($s->wait);
    return $s->fails ? throw new RuntimeException("failure $n") : "resource $n";
};
function attempt(Pool $pool): string
{
    try {
        return $pool->use(fn($r) => $r);
    } catch (Throwable $e) {
        $words = preg_replace('/in \d+ ms/', 'in N ms', $e->getMessage());
        return get_class($e) . ": $words" . ($e->getPrevious() ? ' <- ' . $e->getPrevious()->getMessage() : '');
    }
}
$pool = new Pool($factory, max: 5, maxFailures: 3, retryAfter: 1_000);
echo "-- it opens\n";
for ($i = 0; $i < 5; $i++) {
    echo attempt($pool), "\n";
}
echo $s->calls, ' calls, ', count($pool), " in the pool\n";

echo "-- one is let through, and fails\n";
delay(1_010);
$s->wait = 10;
[$answers] = awaitAll(array_map(fn() => spawn(attempt(...), $pool), range(1, 3)));
echo implode("\n", $answers), "\n";
echo attempt($pool), "\n", $s->calls, " calls\n";

echo "-- a trial that is cancelled says nothing\n";
delay(1_010);
$s->wait = 60_000;
$trial = spawn(fn() => $pool->acquire());
suspend();
echo attempt($pool), "\n";
$trial->cancel();
suspend();
$s->wait = 10;
$s->fails = false;
echo attempt($pool), "\n";

echo "-- closed again: it takes three failures in a row\n";
$s->wait = 0;
$held = [];
foreach ([false, true, false, true, true, false] as $s->fails) {
    try {
        $held[] = $pool->acquire();
        echo "lent\n";
    } catch (RuntimeException $e) {
        echo $e->getMessage(), "\n";
    }
}

echo "-- open: what exists is lent all the same, also to a waiter; waiters for new ones fail\n";
$pool->close();
$s->fails = false;
$pool = new Pool($factory, max: 2, maxFailures: 1, retryAfter: 3_600_000);
$good = $pool->acquire();
$s->fails = true;
$s->wait = 10;
[$answers] = awaitAll(array_map(fn() => spawn(attempt(...), $pool), range(1, 3)));
echo implode("\n", $answers), "\n";
$pool->release($good);
var_dump($pool->use(fn($r) => $r) === $good, $pool->acquire() === $good, $pool->waiting());
echo attempt($pool), "\n";
$pool->close();

foreach (['healthInterval', 'maxFailures', 'retryAfter'] as $name) {
    try {
        new Pool(fn() => 1, ...[$name => -1]);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
-- it opens
RuntimeException: failure 1
RuntimeException: failure 2
RuntimeException: failure 3
Async\AsyncException: The factory of the pool fails, 3 in a row so far: the next attempt is possible in N ms <- failure 3
Async\AsyncException: The factory of the pool fails, 3 in a row so far: the next attempt is possible in N ms <- failure 3
3 calls, 0 in the pool
-- one is let through, and fails
RuntimeException: failure 4
Async\AsyncException: The factory of the pool fails, 3 in a row so far: another coroutine tries it now <- failure 3
Async\AsyncException: The factory of the pool fails, 3 in a row so far: another coroutine tries it now <- failure 3
Async\AsyncException: The factory of the pool fails, 4 in a row so far: the next attempt is possible in N ms <- failure 4
4 calls
-- a trial that is cancelled says nothing
Async\AsyncException: The factory of the pool fails, 4 in a row so far: another coroutine tries it now <- failure 4
resource 6
-- closed again: it takes three failures in a row
lent
failure 7
lent
failure 9
failure 10
lent
-- open: what exists is lent all the same, also to a waiter; waiters for new ones fail
RuntimeException: failure 13
Async\AsyncException: The factory of the pool fails, 1 in a row so far: the next attempt is possible in N ms <- failure 13
Async\AsyncException: The factory of the pool fails, 1 in a row so far: the next attempt is possible in N ms <- failure 13
bool(true)
bool(true)
int(0)
Async\AsyncException: The factory of the pool fails, 1 in a row so far: the next attempt is possible in N ms <- failure 13
Async\Pool::__construct(): Argument #11 ($healthInterval) must be greater than or equal to 0
Async\Pool::__construct(): Argument #13 ($maxFailures) must be greater than or equal to 0
Async\Pool::__construct(): Argument #14 ($retryAfter) must be greater than or equal to 0
