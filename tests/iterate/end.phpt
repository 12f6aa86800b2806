--TEST--
iterate(): false stops it; with $cancelPending it cancels the running callbacks, otherwise it awaits them (D39)
--FILE--
<?php
use function Async\{iterate, suspend, spawn, delay};

function worker(string $name, int $pause) {
    return function () use ($name, $pause) {
        try { delay($pause); echo "$name ended\n"; }
        catch (Async\AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; }
    };
}
foreach ([true, false] as $cancelPending) {
    echo $cancelPending ? "-- cancelled\n" : "-- awaited\n";
    iterate([1], function () use ($cancelPending) { spawn(worker('spawned', $cancelPending ? 600000 : 30)); suspend(); }, 0, $cancelPending);
    iterate([1, 2, 3, 4], function ($v) use ($cancelPending) {
        if ($v === 2) { suspend(); suspend(); return false; }
        worker("callback $v", $cancelPending ? 600000 : 30 * $v)();
    }, 3, $cancelPending);
}
echo "-- only false itself\n";
iterate([0, null, '', 5], function ($v) { echo json_encode($v), "\n"; return $v; }, 1);
?>
--EXPECT--
-- cancelled
spawned: The iteration is over
callback 1: The iteration is over
callback 3: The iteration is over
-- awaited
spawned ended
callback 1 ended
callback 3 ended
-- only false itself
0
null
""
5
