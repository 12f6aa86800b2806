--TEST--
In shutdown functions suspend() does nothing, spawn() warns and gives a cancelled coroutine, delay() sleeps, results stay readable (D14, ED-05, ED-06)
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, currentCoroutine, getCoroutines, timeout, onFinally, protect, stats};

$done = spawn(fn() => 'result');
$failed = spawn(fn() => throw new Exception('failure'));
try { await($failed); } catch (Exception) {}
class AtEnd { function __destruct() { suspend(); echo 'destructor: '; var_dump(spawn(fn() => print("never\n"))->isCancelled()); } }
$atEnd = new AtEnd;
register_shutdown_function(function () use ($done, $failed) {
    suspend();
    echo "suspended\n";
    $c = spawn(function () { echo "never\n"; });
    var_dump($c instanceof Async\Coroutine, $c->isCancelled(), $c->isCompleted(), $c->isStarted());
    try { await($c); } catch (Async\AsyncCancellation $e) { echo get_class($e), "\n"; }
    var_dump(await($done), count(getCoroutines()));
    try { await($failed); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    $start = hrtime(true);
    delay(5);
    var_dump(hrtime(true) - $start >= 5e6);
    foreach ([fn() => currentCoroutine(), fn() => timeout(5), fn() => onFinally(fn() => 1)] as $f) {
        try { $f(); echo "no exception\n"; } catch (Async\AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    $done->onFinally(fn() => print("never\n"));
    $done->cancel();
    suspend();
    var_dump(protect(fn() => 'protected'), is_array(stats()));
    register_shutdown_function(function () { suspend(); echo "nested shutdown function\n"; });
});
?>
--EXPECTF--
suspended

Warning: Async\spawn(): %s in %s on line %d
bool(true)
bool(true)
bool(true)
bool(false)
Async\AsyncCancellation
string(6) "result"
int(0)
failure
bool(true)
Async\AsyncException: %s
Async\AsyncException: %s
Async\AsyncException: %s
string(9) "protected"
bool(true)
nested shutdown function
destructor: 
Warning: Async\spawn(): %s in %s on line %d
bool(true)
