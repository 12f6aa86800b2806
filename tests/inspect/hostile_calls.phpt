--TEST--
dump(), snapshot(), setName(), metrics(), Testing\run() and their like answer wherever PHP code runs: destructors, handlers, shutdown, Fibers, exit()
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

/* Each place runs $all, which makes all the calls; PLACE is what is said of it. */
$places = [
    'main, no coroutine yet' => '$all();',
    'main' => 'suspend(); $all();',
    'a coroutine' => 'await(spawn($all));',
    'a coroutine that is not awaited' => 'spawn($all);',
    'a destructor' => '$o = new D($all); suspend(); unset($o);',
    'a destructor of a cycle' => '$o = new D($all); $o->own = $o; unset($o); gc_collect_cycles();',
    'a destructor at the end of a coroutine' => 'spawn(function () use ($all) { $o = new D($all); delay(1); });',
    'a destructor of an argument of a coroutine that never ran' => 'spawn(fn($o) => 1, new D($all))->cancel();',
    'a destructor at the end of the script' => '$o = new D($all); suspend();',
    'a destructor while exit() releases frames' => 'spawn(function () use ($all) { $o = new D($all); delay(1000); }); suspend(); exit(0);',
    'a destructor of a static property' => 'D::$kept = new D($all); suspend();',
    'a destructor after an exception' => 'try { (function () use ($all) { $o = new D($all); throw new Exception; })(); } catch (Exception) {}',
    'a Fiber' => '(new Fiber($all))->start();',
    'a Fiber in a coroutine' => 'await(spawn(fn() => (new Fiber($all))->start()));',
    'a Fiber that is resumed' => '$f = new Fiber(function () use ($all) { Fiber::suspend(); $all(); }); $f->start(); suspend(); $f->resume();',
    'an output handler' => 'ob_start(function ($t) use ($all) { $all(); return $t; }); echo " "; ob_end_clean();',
    'an output handler in a coroutine' => 'await(spawn(function () use ($all) { ob_start(function ($t) use ($all) { $all(); return $t; }); echo " "; ob_end_clean(); }));',
    'an output handler at the end' => 'suspend(); ob_start(function ($t) use ($all) { $all(); return ""; }); echo " ";',
    'an error handler' => 'set_error_handler(function () use ($all) { $all(); return true; }); echo $undefined; restore_error_handler();',
    'an error handler of a warning of ours' => 'set_error_handler(function () use ($all) { static $n = 0; $n++ || $all(); return true; });
        $s = new Async\Scope; $s->spawn(fn() => delay(1)); suspend(); $s->disposeSafely(); delay(5); restore_error_handler();',
    'an error handler while it compiles' => 'set_error_handler(function () use ($all) { $all(); return true; }); eval("class Q { const A = 1; } switch (1) { case 1: while (0) { continue 1; } } abstract class W { function __construct() {} } echo \"\${x}\";"); restore_error_handler(); $all();',
    'an exception handler' => 'set_exception_handler(fn() => $all()); suspend(); throw new Exception;',
    'a handler of a scope' => '$s = new Async\Scope; $s->setExceptionHandler(fn() => $all()); $s->spawn(fn() => throw new Exception); suspend(); delay(1);',
    'a callback of onFinally()' => 'spawn(fn() => 1)->onFinally(fn() => $all()); delay(1);',
    'a hook of onSpawn()' => 'Async\onSpawn(function () use ($all) { static $n = 0; $n++ || $all(); return null; }); await(spawn(fn() => 1));',
    'a shutdown function' => 'register_shutdown_function($all);',
    'a shutdown function after coroutines' => 'register_shutdown_function($all); spawn(fn() => delay(1)); suspend();',
    'a shutdown function after exit()' => 'register_shutdown_function($all); spawn(fn() => delay(1000)); suspend(); exit(0);',
    'a shutdown function after exit() in a coroutine' => 'register_shutdown_function($all); spawn(fn() => exit(0)); delay(1000);',
    'a shutdown function after a deadlock' => 'register_shutdown_function($all); (new Channel)->recv();',
    'a shutdown function after a fatal error' => 'register_shutdown_function($all); spawn(fn() => delay(1000)); suspend(); trigger_error("it", E_USER_ERROR);',
    'a shutdown function after a fatal error of a coroutine' => 'register_shutdown_function($all); spawn(fn() => delay(1000)); spawn(fn() => trigger_error("it", E_USER_ERROR)); delay(10);',
    'a shutdown function after a cut-off memory' => 'register_shutdown_function(function () use ($all) { ini_set("memory_limit", "-1"); $all(); }); spawn(fn() => delay(1000)); suspend(); ini_set("memory_limit", "12M"); str_repeat("x", 100_000_000);',
    'a finally block of a cancelled coroutine' => '$c = spawn(function () use ($all) { try { delay(100); } finally { $all(); } }); suspend(); $c->cancel(); delay(1);',
    'a cancelled coroutine that goes on' => '$c = spawn(function () use ($all) { try { delay(100); } catch (Async\AsyncCancellation) {} $all(); }); suspend(); $c->cancel(); delay(1);',
    'a coroutine with a cancellation that is due' => '$c = spawn(function () use ($all) { Async\currentCoroutine()->cancel(); $all(); }); delay(1);',
    'protect()' => 'Async\protect(fn() => $all());',
    'a foreach over a channel' => '$c = new Channel(3); $c->send(1); $c->send(2); $c->close(); foreach ($c as $v) $all();',
    'a foreach over a channel in a coroutine' => '$c = new Channel; spawn(function () use ($c) { $c->send(1); $c->send(2); $c->close(); }); foreach ($c as $v) $all();',
    'a generator' => 'foreach ((function () use ($all) { yield 1; $all(); yield 2; })() as $v) suspend();',
    'a comparison of usort()' => '$a = [2, 1]; usort($a, function () use ($all) { $all(); return 0; });',
    'a class loader' => 'spl_autoload_register(function () use ($all) { $all(); }); class_exists("NoSuch");',
    'a stream wrapper' => 'class W2 { public $context; static $all; function stream_open($p) { (self::$all)(); return true; } function stream_read($n) { (self::$all)(); return ""; } function stream_eof() { return true; } function stream_stat() { return []; } }
        W2::$all = $all; stream_wrapper_register("hostile", "W2"); file_get_contents("hostile://x");',
    'a tick function' => 'register_tick_function(function () use ($all) { static $n = 0; $n++ || $all(); }); eval("declare(ticks=1); 1 + 1;");',
    'a sensitive method' => '$o = new class($all) { function __construct(public $all) {} function __get($n) { ($this->all)(); } function __toString() { ($this->all)(); return ""; } }; $o->x; "$o";',
    'a signal handler' => 'if (function_exists("pcntl_signal")) { pcntl_async_signals(true); pcntl_signal(SIGUSR1, fn() => $all()); posix_kill(getmypid(), SIGUSR1); delay(1); }',
    'a test' => 'run(fn() => $all());',
    'a test with a seed, in a coroutine' => 'run(fn() => await(spawn($all)), 3);',
    'a test, in a destructor' => 'run(function () use ($all) { $o = new D($all); });',
    'a timeout that has passed' => '$s = new Async\BoundedScope; $s->spawn(function () use ($all) { try { delay(5000); } finally { $all(); } }); suspend(); $s->withTimeout(2); delay(20);',
    'an isolated scope' => '$s = method_exists("Async\Scope", "isolated") ? Async\Scope::isolated() : new Async\Scope; $s->spawn($all); delay(5);',
];

$program = <<<'PHP'
use function Async\{await, currentCoroutine, delay, dump, metrics, protect, snapshot, spawn, stats, suspend, timeout, getCoroutines};
use function Async\Testing\{elapsed, explore, run}; use Async\{Channel, Mutex, Pool};
class D { public static $kept; public $own; function __construct(public $all) {} function __destruct() { ($this->all)(); } }
$error = fopen('php://stderr', 'w');
$all = function () use ($error) {
    static $depth = 0, $times = 0;
    if ($depth > 0 || $times++ > 3) return;
    $depth++;
    $calls = [
        'dump' => fn() => str_contains(dump(), 'Extensions') ?: throw new Error('short'),
        'snapshot' => fn() => json_encode(snapshot(), JSON_THROW_ON_ERROR),
        'metrics' => fn() => str_ends_with(metrics(), "# EOF\n") ?: throw new Error('cut'),
        'stats' => fn() => stats(),
        'name' => fn() => currentCoroutine()->setName("x\0\e\xff")->getName(),
        'name of main' => function () { foreach (getCoroutines() as $c) { $c->setName('n' . $c->getId()); $c->getTrace(); $c->getAwaitingInfo(); } },
        'var_dump' => function () { foreach (getCoroutines() as $c) var_export((array) $c, true); print_r(array_keys(getCoroutines()), true); },
        'ini' => fn() => ini_set('async.metrics', (string) random_int(0, 1)),
        'elapsed' => fn() => elapsed(),
        'run' => fn() => run(fn() => 5) === 5 ?: throw new Error('result'),
        'run that waits' => fn() => run(function () { $h = fopen('php://memory', 'r'); delay(10); await(spawn(fn() => delay(5))); }),
        'explore' => fn() => explore(fn() => await(spawn(fn() => suspend())), 2),
        'made within' => function () { $c = new Channel(1); $c->send(1); $m = new Mutex; $t = timeout(9000); $p = new Pool(fn() => new stdClass); $p->release($p->acquire()); dump(); snapshot(); },
        'spawned within' => function () { $c = spawn(fn() => dump())->setName('late'); snapshot(); $c->cancel(); },
        'end' => fn() => dump(),
    ];
    foreach ($calls as $name => $call) {
        try {
            @$call();
        } catch (Async\AsyncException | Async\AsyncCancellation | FiberError $e) {
            // A test cannot run everywhere, and a cancellation is delivered where the coroutine waits.
            if (in_array($name, ['dump', 'snapshot', 'metrics', 'stats', 'name of main', 'var_dump', 'ini', 'end'])) fprintf($error, "BROKEN $name: %s %s\n", $e::class, $e->getMessage());
        } catch (Throwable $e) {
            if (!str_contains($e->getMessage(), 'null') && !str_contains($e->getMessage(), 'output buffering')) fprintf($error, "BROKEN $name: %s %s\n", $e::class, $e->getMessage());
        }
    }
    $depth--;
    fwrite($error, "all\n");
};
PHP;
$options = ['traced' => '-d async.metrics=1 -d async.trace=', 'jit' => '-d opcache.enable_cli=1 -d opcache.jit=tracing -d opcache.jit_buffer_size=16M -d opcache.jit_hot_func=1 -d opcache.jit_hot_loop=1 -d opcache.jit_hot_side_exit=1 '];
$has_jit = extension_loaded('Zend OPcache') || getenv('HOSTILE_JIT');
$checked = 0;
foreach ($places as $place => $code) {
    foreach ($options as $kind => $option) {
        if ($kind === 'jit' && !$has_jit) {
            continue;
        }
        $trace = $kind === 'traced' ? trace_name() : null;
        [$output, $status] = run_php($program . $code, $option . ($trace ? escapeshellarg($trace) : ''));
        $is_fatal = preg_match('/fatal|deadlock|exception handler|memory/', $place);
        if ($status > ($is_fatal ? 255 : 0) || $status >= 128 && $status < 255 || !str_contains($output, "all\n") && !str_contains($place, 'signal')
            || str_contains($output, 'BROKEN') || !$is_fatal && preg_match('/(Warning|Fatal error|Assertion|Notice)/i', $output)) {
            echo "WRONG $kind: $place: status $status\n$output\n";
        }
        if ($trace && is_file($trace)) {
            $read = new TraceFile($trace, whole: !str_contains($place, 'fatal'));
            foreach (array_slice(array_unique($read->errors), 0, 3) as $error) {
                echo "WRONG $kind: $place: $error\n";
            }
        }
        $checked++;
    }
}
echo $checked >= count($places) ? "checked\n" : "WRONG\n";
?>
--EXPECT--
checked
