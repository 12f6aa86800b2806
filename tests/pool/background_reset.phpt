--TEST--
Pool: with backgroundReset the coroutine that releases does not wait for the reset, and the resource is not lent before it
--FILE--
<?php
use Async\{FutureState, Future, Pool, Scope};
use function Async\{delay, spawn, await, suspend};

$log = [];
$gate = null;
$s = (object) ['made' => 0, 'answer' => true];
$pool = new Pool(
    fn() => 'r' . ++$s->made,
    fn($r) => print("destroyed $r\n"),
    reset: function ($r) use (&$log, &$gate, $s) {
        $log[] = "reset $r begins";
        $gate && await($gate);
        $log[] = "reset $r ends";
        return $s->answer instanceof Throwable ? throw $s->answer : $s->answer;
    },
    max: 1,
    backgroundReset: true,
);
function show(): void
{
    global $log;
    echo implode("\n", $log), "\n";
    $log = [];
}

echo "-- release, and a waiter\n";
$state = new FutureState;
$gate = new Future($state);
$r = $pool->acquire();
$pool->release($r);
$log[] = 'released';
$next = spawn(function () use ($pool, &$log) {
    $r = $pool->acquire();
    $log[] = "lent $r again";
    $pool->release($r);
});
suspend();
suspend();
echo json_encode([$pool->idle(), $pool->lent(), $pool->waiting()]), "\n";
$state->complete();
await($next);
show();
$gate = null;
while ($pool->idle() === 0) {
    delay(1);
}
$log = [];

echo "-- use()\n";
echo $pool->use(fn($r) => "used $r"), "\n";
$log[] = 'use() has returned';
$log[] = $pool->use(fn($r) => "used $r");
while ($pool->idle() === 0) {
    delay(1);
}
show();

echo "-- a reset that says no\n";
$s->answer = false;
$pool->use(fn() => null);
echo "the user has gone on\n";
while (count($pool)) {
    delay(1);
}
$log = [];

echo "-- a reset that throws: a failure of the holder's scope\n";
$s->answer = new DomainException('cannot be reset');
$scope = new Scope;
$scope->setExceptionHandler(fn($scope, $coroutine, $e) => print(get_class($e) . ": {$e->getMessage()}\n"));
$scope->spawn(function () use ($pool) {
    $pool->use(fn() => null);
    echo "the user has gone on\n";
});
$scope->awaitCompletion();
while (count($pool)) {
    delay(1);
}
$s->answer = true;

echo "-- a cancelled holder\n";
$coroutine = spawn(function () use ($pool) {
    $pool->use(fn() => delay(60_000));
});
suspend();
$coroutine->cancel();
try {
    await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
while ($pool->idle() === 0) {
    delay(1);
}

echo "-- closed during a reset\n";
$state = new FutureState;
$gate = new Future($state);
$pool->use(fn() => null);
suspend();
$pool->close();
$state->complete();
while (count($pool)) {
    delay(1);
}

echo "-- the program ends during a reset\n";
$gate = null;
$pool = new Pool(fn() => 'last', reset: function () { static $n = 0; return $n++ ? true : delay(3_600_000); }, backgroundReset: true);
register_shutdown_function(function () use ($pool) {
    echo $pool->use(fn($r) => "shutdown function: $r"), "\n";
});
$pool->use(fn() => null);
suspend();
exit("exit\n");
?>
--EXPECT--
-- release, and a waiter
[0,0,1]
released
reset r1 begins
reset r1 ends
lent r1 again
reset r1 begins
reset r1 ends
-- use()
used r1
use() has returned
reset r1 begins
reset r1 ends
used r1
reset r1 begins
reset r1 ends
-- a reset that says no
the user has gone on
destroyed r1
-- a reset that throws: a failure of the holder's scope
the user has gone on
destroyed r2
DomainException: cannot be reset
-- a cancelled holder
cancelled
-- closed during a reset
destroyed r3
-- the program ends during a reset
exit
shutdown function: last
