--TEST--
getTrace() of a suspended coroutine: innermost frame first, options and limit as in debug_backtrace(); [] otherwise (TL-07)
--FILE--
<?php
use function Async\{spawn, suspend, delay, currentCoroutine, await};

/** Newer PHP puts the place of a closure into its name. */
function plain(string $name): string { return str_starts_with($name, '{closure') ? '{closure}' : $name; }

class K { function inner($x) { delay(100000); } }
function outer($k) { array_map(fn($x) => $k->inner($x), ['arg']); }
$c = spawn('outer', new K);
var_dump($c->getTrace());
suspend();
foreach ($c->getTrace() as $f) echo ($f['class'] ?? ''), ($f['type'] ?? ''), plain($f['function']), ' ', isset($f['line']) ? basename($f['file']) . ":$f[line]" : '', "\n";
echo count($c->getTrace(0, 2)), ' ', count($c->getTrace(limit: 1)), "\n";
var_dump(isset($c->getTrace()[1]['object']), isset($c->getTrace(0)[1]['object']), isset($c->getTrace(DEBUG_BACKTRACE_IGNORE_ARGS)[1]['args']), $c->getTrace()[1]['args']);
var_dump(currentCoroutine()->getTrace());
$main = currentCoroutine();
$m = spawn(function () use ($main) { foreach ($main->getTrace() as $f) echo plain($f['function']), ' '; echo "\n"; });
(function () use ($m) { await($m); })();
$f = spawn(fn() => (new Fiber(function () { suspend(); }))->start());
suspend();
echo implode(' ', array_map('plain', array_column($f->getTrace(), 'function'))), "\n";
$c->cancel();
suspend();
var_dump($c->getTrace());
?>
--EXPECT--
array(0) {
}
Async\delay get_trace.php:7
K->inner get_trace.php:8
{closure} 
array_map get_trace.php:8
outer 
2 1
bool(true)
bool(false)
bool(false)
array(1) {
  [0]=>
  string(3) "arg"
}
array(0) {
}
Async\await {closure} 
Async\suspend {closure} start {closure}
array(0) {
}
