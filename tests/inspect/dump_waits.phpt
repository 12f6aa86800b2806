--TEST--
dump() and snapshot() of 10,000 coroutines name each kind of wait in words, run no PHP code, and take time in proportion (TL-08)
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL') === 'valgrind') die('skip ten thousand coroutines take too long');
?>
--FILE--
<?php
use Async\{Channel, Future, FutureState, Mutex, Pool, Scope, Semaphore, TaskGroup};
use function Async\{all, any, await, captureErrors, delay, dump, once, select, signal, snapshot, spawn, spawnWith, suspend, timeout};

ini_set('memory_limit', '1G');
$folder = sys_get_temp_dir() . '/dump_waits_' . uniqid(getmypid() . '_');
mkdir($folder);
register_shutdown_function(fn() => array_map('unlink', glob("$folder/*")) && rmdir($folder));
$here = preg_quote(__FILE__, '~') . ':\d+';
$left = '\d+(\.\d)? m?s left';
$held = ', held by coroutine #\d+';

/** Runs when a dump calls PHP code. */
class Spy
{
    public static int $calls = 0;
    public function __toString(): string { return (string) ++self::$calls; }
    public function __debugInfo(): array { self::$calls++; return []; }
    public function __get(string $name): mixed { self::$calls++; return null; }
    public function work(Closure $body, Spy ...$more): mixed { return $body(); }
}
$spy = new Spy;

/* What the waits need. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
$client = stream_socket_client("tcp://$address");
$accepted = stream_socket_accept($server);
$local = stream_socket_server("unix://$folder/server.sock");
$udp = stream_socket_server('udp://127.0.0.1:0', $error, $message, STREAM_SERVER_BIND);
[$pair, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$full, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
posix_mkfifo("$folder/fifo", 0600);
$empty = new Channel();
$mutex = new Mutex();
$mutex->lock();
$semaphore = new Semaphore(1);
$semaphore->acquire();
$pool = new Pool(fn() => new stdClass, max: 1);
$lent = $pool->acquire();
$once = once(fn() => delay(1000_000));
spawn($once);
$sleeper = spawn(fn() => delay(1000_000))->setName('the sleeper');
$busy = new Scope();
$busy->spawn(fn() => delay(1000_000));
$group = new TaskGroup();
$group->spawn(fn() => delay(1000_000));
$state = new FutureState();
$pending = new Future($state);
$locked = fopen("$folder/locked", 'c');
flock($locked, LOCK_EX);
$process = proc_open(['sleep', '1000'], [], $pipes);
$pid = proc_get_status($process)['pid'];
spl_autoload_register(function ($class) { if ($class === 'LoadsForEver') delay(1000_000); });
spawn(fn() => class_exists('LoadsForEver'));
spawn(fn() => fgets($other));
suspend();

/* The waits: the words, the number of coroutines (0: as many as it takes), the body. */
$waits = [
    ["delay, $left", 0, fn() => delay(1000_000)],
    ["sleep, $left", 0, fn() => sleep(1000)],
    ["usleep, $left", 0, fn() => usleep(1000_000_000)],
    ["time_nanosleep, $left", 0, fn() => time_nanosleep(1000, 0)],
    ["timeout of 1000000 ms, $left", 0, fn() => await(timeout(1000_000))],
    ["coroutine #\d+ \"the sleeper\" \(spawned at $here\)", 0, fn() => await($sleeper)],
    ["Async\\\\Future made at $here", 0, fn() => await($pending)],
    ["a value from Async\\\\Channel made at $here", 0, fn() => $empty->recv()],
    ["a value from Async\\\\Channel made at $here", 0, fn() => await($empty)],
    ["a receiver for Async\\\\Channel made at $here", 0, fn() => (new Channel())->send(1)],
    ["select\(\) over 2 sources: a value from Async\\\\Channel made at $here, Async\\\\Future made at $here", 0, fn() => select(['a' => $empty, 'b' => $pending])],
    ['any\(\) of 2 awaitables', 0, fn() => await(any([$pending, $sleeper]))],
    ['all\(\) of 2 awaitables', 0, fn() => await(all([$pending, $sleeper]))],
    ["Async\\\\Future made at $here", 0, fn() => await(captureErrors($pending))],
    ["Async\\\\TaskGroup made at $here", 0, fn() => await($group)],
    ["race\(\) of a TaskGroup made at $here", 0, fn() => await($group->race())],
    ["scope created at $here", 0, fn() => $busy->awaitCompletion()],
    ['coroutines that it spawned', 0, function () { spawn(fn() => delay(1000_000)); Async\awaitSpawned(); }],
    ["Async\\\\Mutex made at $here$held", 0, fn() => $mutex->lock()],
    ["Async\\\\Semaphore made at $here", 0, fn() => $semaphore->acquire()],
    ["Async\\\\Pool made at $here$held", 0, fn() => $pool->acquire()],
    ["Async\\\\once\(\) made at $here$held", 0, fn() => $once()],
    ["class being loaded loadsforever$held", 0, fn() => class_exists('LoadsForEver')],
    ['signal ' . SIGUSR1, 0, fn() => await(signal(SIGUSR1))],
    ['signals ' . SIGUSR1 . ', ' . SIGUSR2, 0, fn() => await(Async\signals(SIGUSR1, SIGUSR2))],
    ['one of 2 descriptors: a connection on tcp://127\.0\.0\.1:\d+, a connection on unix://' . preg_quote($folder, '~') . '/server\.sock', 0,
        function () use ($local, $server) { $r = [$local, $server]; $w = $e = null; stream_select($r, $w, $e, null); }],
    ['turn to read from a stream' . $held, 0, fn() => fgets($other)],
    ["reading from tcp://" . preg_quote($address, '~') . "(, $left)?", 1, fn() => fread($client, 10)],
    ['reading from udp://127\.0\.0\.1:\d+' . "(, $left)?", 1, fn() => fread($udp, 10)],
    ["reading from a socket pair \(descriptor \d+\)(, $left)?", 1, fn() => fread($pair, 10)],
    ["writing to a socket pair \(descriptor \d+\)(, $left)?", 1, fn() => fwrite($full, str_repeat('x', 4_000_000))],
    ['other end of a FIFO: ' . preg_quote($folder, '~') . '/fifo', 1, fn() => fopen("$folder/fifo", 'r')],
    ['file lock: ' . preg_quote($folder, '~') . "/locked, $left", 5, fn() => flock(fopen("$folder/locked", 'c'), LOCK_EX)],
    ["child process $pid", 1, fn() => proc_close($process)],
    ['child process(, .*)?', 1, function () { pcntl_wait($status); }],
];
if (!function_exists('pcntl_wait')) array_pop($waits);

function spawn_all(array $waits, int $each, Spy $spy): array
{
    $made = [];
    foreach ($waits as $kind => [$words, $limit, $body]) {
        for ($i = 0; $i < ($limit ?: $each); $i++) {
            // Scopes end with their objects: these are the coroutines of the global scope.
            $made[spawn([$spy, 'work'], $body, $spy, $spy)->setName("kind $kind")->getId()] = $kind;
        }
    }
    for ($i = 0; $i < 4; $i++) suspend();
    // Until all but this one wait: a busy machine takes its time.
    do {
        delay(20);
        $states = array_count_values(array_column(snapshot()['coroutines'], 'state'));
    } while (array_sum($states) - $states['waiting'] > 1);
    return $made;
}

function check(array $waits, array $made): void
{
    $types = $seen = [];
    $snapshot = snapshot();
    foreach ($snapshot['coroutines'] as $row) {
        $kind = $made[$row['id']] ?? null;
        if ($kind === null) continue;
        $seen[$row['id']] = true;
        $types[$row['wait']['type'] ?? 'none'] = true;
        [$words] = $waits[$kind];
        if ($row['state'] !== 'waiting' || !preg_match("~^$words$~", (string) $row['waits_for'])) {
            echo "WRONG kind $kind: $row[state], waits for ", $row['waits_for'] ?? 'nothing', ", not $words\n";
        }
        if ($row['name'] !== "kind $kind" || !str_starts_with($row['spawned_at'], __FILE__) || count($row['stack']) < 2) {
            echo "WRONG row of kind $kind: ", json_encode($row), "\n";
        }
    }
    echo count($seen) === count($made) ? 'all seen' : 'WRONG: ' . count($seen) . ' of ' . count($made), "\n";
    ksort($types);
    echo implode(', ', array_keys($types)), "\n";
    echo is_string(json_encode($snapshot, JSON_THROW_ON_ERROR)) ? "plain data\n" : '';
    $text = dump();
    foreach ($made as $id => $kind) {
        if (!str_contains($text, "#$id kind $kind, waiting")) {
            echo "WRONG: #$id of kind $kind is not in the dump\n";
            break;
        }
    }
    foreach (['Pools', 'Locks', 'Timers', 'Jobs', 'Extensions that wait in place'] as $section) {
        if (!str_contains($text, "\n$section")) echo "WRONG: no $section\n";
    }
}

/* Milliseconds in which this process has had a processor. */
function used(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e3
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e3;
}

/* The best of some times, in ms. */
function cost(Closure $what): float
{
    $best = INF;
    for ($i = 0; $i < 3; $i++) {
        $start = used();
        $what();
        $best = min($best, used() - $start);
    }
    return $best;
}

set_error_handler(function () { Spy::$calls++; });
$made = spawn_all($waits, 1, $spy);
check($waits, $made);
$few = count(Async\getCoroutines());
$cheap = cost(fn() => dump());
$made += spawn_all(array_filter($waits, fn($wait) => $wait[1] === 0), intdiv(10_000, 26), $spy);
$many = count(Async\getCoroutines());
echo $many > 10_000 ? "ten thousand\n" : "WRONG: only $many\n";
$before = Async\stats();
check($waits, $made);
$after = Async\stats();
echo $before['switches'] === $after['switches'] && $before['spawned'] === $after['spawned'] ? "nothing ran\n" : "WRONG: something ran\n";
$dear = cost(fn() => dump());
$each = $dear / $many;
echo $each < 5 * max($cheap / $few, 0.02) ? "in proportion\n" : "WRONG: $dear ms for $many, $cheap ms for $few\n";
echo Spy::$calls, " calls of PHP code\n";
posix_kill($pid, SIGKILL);
exit(0);
?>
--EXPECT--
all seen
awaitable, child process, class being loaded, coroutine, coroutines that it spawned, descriptor, job, lock, scope, select(), timer
plain data
ten thousand
all seen
awaitable, child process, class being loaded, coroutine, coroutines that it spawned, descriptor, job, lock, scope, select(), timer
plain data
nothing ran
in proportion
0 calls of PHP code
