--TEST--
proc_close() and a dropped process close pipes that other coroutines use: their calls fail and leave first (D28, P1, IO-10)
--FILE--
<?php
// schedules: may go on
use function Async\{await, spawn, suspend};

/** A process that neither reads nor writes. */
function quiet(?array &$pipes)
{
    return proc_open(['sleep', '0.2'], [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
}
function attempt(callable $call)
{
    return spawn(function () use ($call) {
        try {
            return json_encode($call());
        } catch (TypeError $e) {
            return str_contains($e->getMessage(), 'stream resource') ? 'not a stream any more' : $e->getMessage();
        }
    });
}
function until($coroutine, string $type): void
{
    while (!$coroutine->isCompleted() && ($coroutine->getAwaitingInfo()['type'] ?? '') !== $type) {
        suspend();
    }
}
foreach ([
    'proc_close' => function ($process) { echo proc_close($process), "\n"; },
    'dropped' => function ($process) { echo "dropped\n"; },
] as $name => $end) {
    $process = quiet($pipes);
    [$in, $out, $err] = $pipes;
    $all = [attempt(fn() => @fgets($out)), attempt(fn() => @stream_get_contents($err)), attempt(fn() => @fwrite($in, str_repeat('x', 300000)) < 300000)];
    array_map(fn($one) => until($one, 'descriptor'), $all);
    $all[] = $next = attempt(fn() => fread($out, 10));
    until($next, 'lock');
    $all[] = $next = attempt(fn() => fwrite($in, 'y'));
    until($next, 'lock');
    $closer = spawn($end, $process);
    unset($process);
    await($closer);
    unset($closer);
    echo implode("\n", array_map(Async\await(...), $all)), "\n";
    echo implode(' ', array_map('get_resource_type', $pipes)), "\n";
}
var_dump(Async\stats()['blocked_in_place']);
?>
--EXPECT--
0
false
""
true
not a stream any more
not a stream any more
Unknown Unknown Unknown
dropped
false
""
true
not a stream any more
not a stream any more
Unknown Unknown Unknown
int(0)
