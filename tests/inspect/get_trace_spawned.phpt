--TEST--
getTrace() with Coroutine::TRACE_SPAWNED goes on at the places of the spawns, within the limit; without it nothing changes (TL-07, D36)
--FILE--
<?php
use Async\Coroutine;
use function Async\{spawn, suspend, await, delay, currentCoroutine};

/** Newer PHP puts the place of a closure into its name. */
function plain(string $name): string { return str_starts_with($name, '{closure') ? '{closure}' : $name; }
function show(array $trace): void
{
    foreach ($trace as $i => $frame) {
        echo "#$i ", isset($frame['line']) ? basename($frame['file']) . ":$frame[line] " : '', plain($frame['function']), "\n";
    }
    echo "\n";
}
function inner(): void { delay(100000); }
$made = [];
$outer = spawn(function () use (&$made) {
    $made['middle'] = spawn(function () use (&$made) {
        $made['inner'] = spawn('inner');
        suspend();
        delay(100000);
    });
    delay(100000);
});
suspend();
suspend();
suspend();
suspend();
$made['queued'] = spawn('inner');
show($made['inner']->getTrace(Coroutine::TRACE_SPAWNED));
show($made['middle']->getTrace(Coroutine::TRACE_SPAWNED | DEBUG_BACKTRACE_PROVIDE_OBJECT | DEBUG_BACKTRACE_IGNORE_ARGS));
foreach ([1, 2, 3, 4, 5, 6] as $limit) echo count($made['inner']->getTrace(Coroutine::TRACE_SPAWNED, $limit)), ' ';
echo "\n";
show($made['queued']->getTrace(Coroutine::TRACE_SPAWNED));
show(currentCoroutine()->getTrace(Coroutine::TRACE_SPAWNED));
var_dump($made['inner']->getTrace() === array_slice($made['inner']->getTrace(Coroutine::TRACE_SPAWNED | DEBUG_BACKTRACE_PROVIDE_OBJECT), 0, 2));
Async\gracefulShutdown();
?>
--EXPECT--
#0 get_trace_spawned.php:14 Async\delay
#1 inner
#2 get_trace_spawned.php:18 Async\spawn
#3 get_trace_spawned.php:17 Async\spawn
#4 get_trace_spawned.php:16 Async\spawn

#0 get_trace_spawned.php:20 Async\delay
#1 {closure}
#2 get_trace_spawned.php:17 Async\spawn
#3 get_trace_spawned.php:16 Async\spawn

1 2 3 4 5 5 
#0 get_trace_spawned.php:28 Async\spawn


bool(true)
