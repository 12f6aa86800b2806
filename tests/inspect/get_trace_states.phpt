--TEST--
getTrace() is [] unless the coroutine is suspended, which includes woken but not run; waits below destructors, handlers, usort() (TL-07)
--FILE--
<?php
use function Async\{spawn, suspend, delay, currentCoroutine, await};

$short = fn($c) => implode(' < ', array_map(fn($f) => ($f['class'] ?? '') . ($f['type'] ?? '') . preg_replace('/\{closure.*\}/', '{closure}', $f['function']), $c->getTrace()));
$c = spawn(function () { suspend(); delay(30); });
echo 'queued: ', json_encode($c->getTrace()), "\n";
suspend();
echo 'woken: ', $short($c), ' ', json_encode([$c->isQueued(), $c->isSuspended()]), "\n";
suspend();
echo 'parked: ', $short($c), ' ', json_encode([$c->isQueued(), $c->isSuspended()]), "\n";
await($c);
echo 'completed: ', json_encode($c->getTrace()), "\n";
spawn(function () { echo 'current: ', json_encode(currentCoroutine()->getTrace()), "\n"; });
suspend();
$never = spawn(fn() => 1);
$never->cancel();
echo 'never started: ', json_encode($never->getTrace()), "\n";

class D { function __destruct() { suspend(); } }
$c = spawn(function () { $d = new D; $d = null; });
suspend();
echo 'destructor: ', $short($c), "\n";
function gen() { try { yield 1; } finally { suspend(); } }
$c = spawn(function () { foreach (gen() as $v) break; });
suspend();
echo 'generator: ', $short($c), "\n";
spl_autoload_register(function ($name) { suspend(); eval("class $name {}"); });
$c = spawn(function () { new Missing; });
suspend();
echo 'autoload: ', $short($c), "\n";
$c = spawn(function () { set_error_handler(function () { suspend(); return true; }); echo $undefined; });
suspend();
echo 'error handler: ', $short($c), "\n";
suspend();
restore_error_handler();
$c = spawn(function () { $s = ['b', 'a']; usort($s, function ($a, $b) { suspend(); return $a <=> $b; }); });
suspend();
echo 'usort: ', $short($c), "\n";
suspend();
$c = spawn('Async\delay', 100000);
suspend();
echo 'internal function alone: ', $short($c), "\n";
$c->cancel();
?>
--EXPECT--
queued: []
woken: Async\suspend < {closure} [true,true]
parked: Async\delay < {closure} [false,true]
completed: []
current: []
never started: []
destructor: Async\suspend < D->__destruct < {closure}
generator: Async\suspend < gen < {closure}
autoload: Async\suspend < {closure} < {closure}
error handler: Async\suspend < {closure} < {closure}
usort: Async\suspend < {closure} < usort < {closure}
internal function alone: Async\delay
