--TEST--
finally blocks and completion callbacks run exactly once for each started body, in every order of cancellations (P5, P8)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$started = $finally = $callbacks = 0;
$body = function () use (&$started, &$finally) {
    $started++;
    try {
        suspend();
        suspend();
        return 'done';
    } finally {
        $finally++;
        suspend();
    }
};
$coroutines = [spawn($body), spawn($body)];
foreach ($coroutines as $coroutine) {
    $coroutine->onFinally(function () use (&$callbacks) { $callbacks++; });
}
$coroutines[] = spawn(fn() => $coroutines[0]->cancel());
foreach ($coroutines as $coroutine) {
    do {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
        }
    } while (!$coroutine->isCompleted());
}
while ($callbacks < 2) {
    try {
        suspend();
    } catch (Async\AsyncCancellation) {
    }
}
if ($started !== $finally) {
    echo "BROKEN: $started bodies started, $finally finally blocks ran\n";
}
echo "$callbacks callbacks\n";
// schedules: any
?>
--EXPECT--
2 callbacks
