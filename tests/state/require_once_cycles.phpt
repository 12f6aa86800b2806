--TEST--
require_once of a file that is still being run does not wait where it would never end, nor where no coroutine may wait (D35)
--FILE--
<?php
use Async\{Channel, Mutex, Scope, TaskGroup};
use function Async\{all, await, awaitAll, delay, spawn, suspend, timeout};

$dir = sys_get_temp_dir() . '/async_cycles_' . uniqid(getmypid() . '_');
mkdir($dir);
$count = 0;
function file_with($code) {
    $path = $GLOBALS['dir'] . '/' . ++$GLOBALS['count'] . '.php';
    file_put_contents($path, "<?php\n$code\n");
    return $path;
}
function ended($name, ...$coroutines) {
    $answers = [];
    foreach ($coroutines as $coroutine) {
        try {
            $answers[] = await($coroutine, timeout(10000));
        } catch (Async\AwaitCancelledException $e) {
            $answers[] = 'hangs';
        } catch (Throwable $e) {
            $answers[] = get_class($e) . ': ' . $e->getMessage();
        }
    }
    echo "$name: ", json_encode($answers), "\n";
}
/** A file that calls the closure in its top-level code, after a wait. */
function calls($closure) {
    $number = count($GLOBALS['bodies'] ?? []);
    $GLOBALS['bodies'][$number] = $closure;
    return file_with("\$GLOBALS['begun'] = true; Async\\suspend(); return (\$GLOBALS['bodies'][$number])();");
}
function parked($body) {
    $coroutine = spawn($body);
    while (!$coroutine->isSuspended() && !$coroutine->isCompleted()) { suspend(); }
    return $coroutine;
}
// No deadlock ends what should not wait.
$timer = spawn(function () { for ($i = 0; $i < 5000; $i++) { delay(1); } });

$x = calls(function () use (&$y) { require_once $y; return 'x'; });
$y = calls(function () use ($x) { require_once $x; return 'y'; });
ended('x and y', spawn(fn() => require_once $x), spawn(fn() => require_once $y));

$z = calls(function () use (&$u) { require_once $u; return 'z'; });
$v = calls(function () use ($z) { require_once $z; return 'v'; });
$u = calls(function () use ($v) { require_once $v; return 'u'; });
ended('three files', spawn(fn() => require_once $z), spawn(fn() => require_once $v), spawn(fn() => require_once $u));

$own = calls(function () use (&$own) { return require_once $own; });
ended('itself', spawn(fn() => require_once $own));

// The run waits for the coroutine that asks for the file, or begins to do so later.
$ways = [
    'await' => fn($asking) => await($asking),
    'await with a limit' => fn($asking) => await($asking, timeout(60000)),
    'all' => fn($asking) => await(all([$asking, spawn(fn() => 1)])),
    'through another' => fn($asking) => await(spawn(fn() => await($asking))),
    'group' => function ($asking) { $g = new TaskGroup; $g->spawn(fn() => await($asking)); await($g); },
    'scope' => function ($asking) { $s = new Scope; $s->spawn(fn() => await($asking)); $s->awaitCompletion(); },
];
foreach ($ways as $name => $way) {
    foreach (['before', 'later'] as $when) {
        $begun = $go = false;
        $path = calls(function () use ($way, $when, &$asking, &$go) {
            while ($when === 'later' && !$go) { suspend(); }
            $way($asking);
            return 1;
        });
        $asking = spawn(function () use ($path, $when, &$go, &$begun) {
            while (!$begun) { suspend(); }
            if ($when === 'before') { delay(3); }
            $go = true;
            return require_once $path;
        });
        $runner = spawn(fn() => require_once $path);
        ended("$name, $when", $runner, $asking);
    }
}

// A lock: the run waits for a mutex that the other one has.
$mutex = new Mutex;
$begun = false;
$path = calls(function () use ($mutex) { $mutex->lock(); $mutex->unlock(); return 1; });
$asking = parked(function () use ($mutex, $path, &$begun) {
    $mutex->lock();
    while (!$begun) { delay(1); }
    delay(3);
    try { return require_once $path; } finally { $mutex->unlock(); }
});
ended('mutex', spawn(fn() => require_once $path), $asking);

// Classes: the run needs a class whose autoloader asks for the file.
spl_autoload_register(function ($class) use (&$helpers) {
    if (str_starts_with($class, 'Helped')) {
        delay(1);
        require_once $helpers;
        eval("class $class {}");
    }
});
foreach ([0, 1] as $order) {
    $helpers = calls(fn() => class_exists("Helped$order"));
    $both = [fn() => require_once $helpers, fn() => class_exists("Helped$order")];
    ended('class', ...array_map(fn($k) => parked($both[$k]), $order ? [1, 0] : [0, 1]));
}

// A coroutine that was spawned in the run is a part of it, whatever the run waits for.
$channel = new Channel(1);
$path = calls(function () use (&$path, $channel) {
    spawn(fn() => spawn(fn() => $channel->send(require_once $path)));
    return [$channel->recv()];
});
ended('spawned inside', spawn(fn() => require_once $path));

// No wait where coroutines are not switched.
$path = file_with('Async\delay(20); return 5;');
$runner = parked(fn() => require_once $path);
ob_start(function ($text) use ($path) { return $text . json_encode(require_once $path); });
echo 'output handler: ';
ob_end_flush();
echo "\n";
await($runner);

// Files of a stream wrapper that is written in PHP.
class Wrapper {
    public $context;
    private $text, $at = 0;
    static $opened = 0;
    function stream_open($path) { self::$opened++; $this->text = '<?php Async\delay(2); $GLOBALS["run"] = true; return 4;'; return true; }
    function stream_read($n) { $s = substr($this->text, $this->at, $n); $this->at += strlen($s); return $s; }
    function stream_eof() { return $this->at >= strlen($this->text); }
    function stream_stat() { return []; }
    function stream_set_option() { return false; }
}
stream_wrapper_register('once', 'Wrapper');
$run = false;
$name = 'once://file';
$runner = parked(function () { global $name; return require_once $name; });
$waiter = parked(function () { global $name; return [require_once $name, $GLOBALS['run']]; });
$name = str_repeat('another ', 3);
ended('wrapper', $runner, $waiter);

// A child process: the run goes on there, or it is gone.
if (function_exists('pcntl_fork')) {
    $path = file_with('Async\delay(5); return 6;');
    $runner = parked(fn() => require_once $path);
    $waiter = parked(fn() => require_once $path);
    $pid = pcntl_fork();
    if ($pid === 0) {
        $answer = require_once $path;
        posix_kill(getmypid(), $answer === true ? SIGKILL : SIGTERM);
    }
    pcntl_waitpid($pid, $status);
    echo pcntl_wtermsig($status) === SIGKILL ? '' : "fork: wrong\n";
    ended('fork', $runner, $waiter);
}

// Nothing is left that could end the run: the wait is given up before that is a deadlock.
$timer->cancel();
$channel = new Channel(1);
$path = calls(fn() => $channel->recv());
$runner = parked(fn() => require_once $path);
$asking = parked(function () use ($path, $channel) { $answer = require_once $path; $channel->send(3); return $answer; });
foreach ([$runner, $asking] as $coroutine) { $last[] = await($coroutine); }
echo 'last resort: ', json_encode($last), "\n";

array_map('unlink', glob("$dir/*.php"));
rmdir($dir);
?>
--EXPECT--
x and y: ["x","y"]
three files: ["z","v","u"]
itself: [true]
await, before: [1,true]
await, later: [1,true]
await with a limit, before: [1,true]
await with a limit, later: [1,true]
all, before: [1,true]
all, later: [1,true]
through another, before: [1,true]
through another, later: [1,true]
group, before: [1,true]
group, later: [1,true]
scope, before: [1,true]
scope, later: [1,true]
mutex: [1,true]
class: [true,true]
class: [true,true]
spawned inside: [[true]]
output handler: true
wrapper: [4,[true,true]]
fork: [6,true]
last resort: [3,true]
