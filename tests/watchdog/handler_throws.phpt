--TEST--
An exception of the user's error handler for the warning is thrown in the running coroutine, without a leak
--INI--
async.max_activity_interval=20
--FILE--
<?php
use function Async\{spawn, await, suspend};

$early = false;
set_error_handler(function (int $type, string $text) use (&$early) {
    if (array_intersect(['busy', 'busy_in_calls'], array_column(debug_backtrace(), 'function'))) {
        throw new ErrorException('too long', 0, $type);
    }
    // On a busy machine it may come before the loop. There is one for each time that a coroutine runs.
    return $early = true;
});
function again(): void
{
    $GLOBALS['early'] = false;
    suspend();
}

function busy(): void
{
    for ($end = hrtime(true) + 30e9; hrtime(true) < $end;) {
        $GLOBALS['early'] && again();
    }
    echo "never printed\n";
}
function busy_in_calls(): void
{
    for ($end = hrtime(true) + 30e9; hrtime(true) < $end;) {
        $GLOBALS['early'] && again();
        // The interrupt comes after a call whose result is used at once.
        if (strlen(str_repeat('x', 100)) !== 100) echo 'wrong';
        $x = [str_repeat('y', 100), 'k' => str_repeat('z', 100) . strrev('abc' . str_repeat('u', 10))];
    }
    echo "never printed\n";
}

await(spawn(function () {
    try {
        busy();
    } catch (ErrorException $e) {
        echo get_class($e), ' ', $e->getMessage(), ' in ', (in_array('busy', array_column($e->getTrace(), 'function')) ? 'busy' : 'other code'), "()\n";
    } finally {
        echo "finally\n";
    }
}));
try {
    await(spawn(busy(...)));
} catch (ErrorException $e) {
    echo $e->getMessage(), "\n";
}
for ($i = 0; $i < 10; $i++) {
    suspend();
    try {
        busy_in_calls();
    } catch (ErrorException) {
        echo '.';
    }
}
suspend();
try {
    $list = range(1, 100);
    usort($list, function ($a, $b) { busy(); return $a <=> $b; });
} catch (ErrorException $e) {
    echo ' ', $e->getMessage(), "\n";
}
?>
--EXPECT--
ErrorException too long in busy()
finally
too long
.......... too long
