--TEST--
Async\metrics() is OpenMetrics text; stats() has the same histograms while async.metrics is on
--FILE--
<?php
use function Async\{spawn, awaitAll, delay, suspend, stats, metrics};

/** A strict reader of OpenMetrics. @return array<string, array> families */
function parse(string $text): array
{
    if (!str_ends_with($text, "\n# EOF\n")) {
        throw new Exception('no # EOF at the end');
    }
    $families = [];
    $name = null;
    foreach (explode("\n", substr($text, 0, -strlen("# EOF\n") - 1)) as $line) {
        if (preg_match('/^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/', $line, $match)) {
            $name = $match[1];
            isset($families[$name]) and throw new Exception("$name comes twice");
            $families[$name] = ['type' => $match[2], 'samples' => []];
        } elseif (preg_match('/^# UNIT (\S+) ([a-z]+)$/', $line, $match)) {
            $match[1] === $name && str_ends_with($name, "_$match[2]") or throw new Exception("unit of $name: $line");
        } elseif (preg_match('/^# HELP (\S+) ([^\n"]+)$/', $line, $match)) {
            $match[1] === $name && !$families[$name]['samples'] or throw new Exception("help of $name: $line");
            $families[$name]['help'] = $match[2];
        } elseif (preg_match('/^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\\\n]|\\\\["\\\\n])*",?)+)\})? (-?[0-9.e+-]+|\+Inf)$/', $line, $match)) {
            $suffix = substr($match[1], strlen($name));
            $allowed = ['counter' => ['_total'], 'gauge' => [''], 'histogram' => ['_bucket', '_count', '_sum']];
            str_starts_with($match[1], $name) && in_array($suffix, $allowed[$families[$name]['type']], true)
                or throw new Exception("sample of $name: $line");
            preg_match_all('/([a-z_]+)="([^"]*)"/', $match[2], $labels, PREG_SET_ORDER);
            $families[$name]['samples'][] = [$suffix, array_column($labels, 2, 1), +$match[3]];
        } else {
            throw new Exception("no line of OpenMetrics: $line");
        }
    }
    foreach ($families as $name => $family) {
        isset($family['help']) && ($family['samples'] || $name === 'async_wait_seconds')
            or throw new Exception("$name is incomplete");
        $family['type'] === 'histogram' and check_histogram($name, $family['samples']);
    }
    return $families;
}

/** Buckets are cumulative, their bounds rise to +Inf, which has the count. */
function check_histogram(string $name, array $samples): void
{
    $series = [];
    foreach ($samples as [$suffix, $labels, $value]) {
        $le = $labels['le'] ?? null;
        unset($labels['le']);
        $series[json_encode($labels)][$suffix][$le ?? 0] = $value;
    }
    foreach ($series as $labels => $parts) {
        $bounds = array_map(fn($le) => $le === '+Inf' ? INF : (float) $le, array_keys($parts['_bucket']));
        $sorted = $bounds;
        sort($sorted);
        $counts = array_values($parts['_bucket']);
        $rising = $counts;
        sort($rising);
        $bounds === $sorted && end($bounds) === INF && $counts === $rising && end($counts) === $parts['_count'][0]
            && $parts['_sum'][0] >= 0 or throw new Exception("histogram $name $labels");
    }
}

$off = parse(metrics());
var_dump(array_keys(array_filter($off, fn($family) => $family['type'] === 'histogram')), isset(stats()['lag']));

ini_set('async.metrics', 1);
awaitAll([spawn(fn() => delay(20)), spawn(function () { for ($i = 0; $i < 10; $i++) suspend(); })]);
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(fn() => fwrite($b, 'x'));
fread($a, 1);
// A wait is counted from the park, which comes late after the call under valgrind.
usleep(getenv('ASYNC_TEST_TOOL') ? 30_000 : 2000);
$on = parse(metrics());
foreach ($on as $name => $family) {
    echo "$name: {$family['type']}, {$family['help']}\n";
}
$stats = stats();
foreach (['lag', 'time_in_queue', 'time_between_switches'] as $key) {
    $histogram = $stats[$key];
    var_dump($histogram['count'] > 0, $histogram['seconds'] > 0, end($histogram['buckets']) === $histogram['count']);
}
echo implode(', ', array_keys($stats['waits'])), "\n";
var_dump($stats['waits']['timer']['count'], $stats['waits']['timer']['seconds'] > (getenv('ASYNC_TEST_TOOL') ? 0.03 : 0.0215),
    $stats['waits']['timer']['buckets']['0.001']);

// Off again: nothing is counted, and nothing is lost.
ini_set('async.metrics', 0);
delay(1);
var_dump(isset(stats()['lag']));
ini_set('async.metrics', 1);
var_dump(stats()['waits']['timer']['count']);
delay(1);
var_dump(stats()['waits']['timer']['count']);
parse(metrics());
?>
--EXPECT--
array(0) {
}
bool(false)
async_coroutines: gauge, Unfinished coroutines.
async_waiting_coroutines: gauge, Coroutines that wait.
async_timers: gauge, Armed timers.
async_descriptors: gauge, Descriptors that are registered with the system.
async_jobs: gauge, Jobs on worker threads.
async_contexts: gauge, Stacks of coroutines, in use or kept.
async_spawned: counter, Coroutines spawned in this request.
async_switches: counter, Switches in this request.
async_turns: counter, Turns of the event loop in this request.
async_blocked_in_place: counter, Waits in this request that blocked the thread.
async_loop_lag_seconds: histogram, Time between two looks for events in which coroutines ran.
async_queue_seconds: histogram, Time that a coroutine was ready before it ran.
async_run_seconds: histogram, Time that a coroutine ran between two switches.
async_wait_seconds: histogram, Time that a coroutine waited, by what it waited for.
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
timer, awaitable, descriptor
int(2)
bool(true)
int(0)
bool(false)
int(2)
int(3)
