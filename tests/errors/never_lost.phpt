--TEST--
Each failure is reported exactly once, whatever happens to the scope meanwhile (ER-12, P7, D10)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

foreach ([
    'handle dropped' => '(function () { $s = new Async\Scope; $s->spawn(fn() => throw new Exception("X")); })(); Async\delay(600000);',
    'scope disposed safely' => '$s = new Async\Scope; $s->spawn(function () { Async\suspend(); throw new Exception("X"); }); Async\suspend(); @$s->disposeSafely(); Async\delay(600000);',
    'while cancelled' => '$s = new Async\Scope; $s->spawn(function () { try { Async\delay(600000); } finally { throw new Exception("X"); } }); Async\suspend(); $s->cancel(); Async\delay(600000);',
    'while disposed' => '$s = new Async\Scope; $s->spawn(function () { try { Async\delay(600000); } finally { throw new Exception("X"); } }); Async\suspend(); @$s->dispose(); Async\delay(600000);',
    'closed by bound' => '$s = new Async\BoundedScope; $s->spawn(function () { try { Async\delay(600000); } finally { throw new Exception("X"); } }); Async\suspend(); $s->spawnAndBound(fn() => 1); Async\delay(600000);',
    'awaiter cancelled before it saw it' => '$s = new Async\Scope; $w = Async\spawn(fn() => $s->awaitCompletion()); Async\suspend(); $s->spawn(function () use ($w) { Async\spawn(fn() => $w->cancel()); throw new Exception("X"); }); Async\delay(600000);',
    'awaiter with a token that fires' => '$s = new Async\Scope; $t = Async\spawn(fn() => Async\suspend()); Async\spawn(function () use ($s, $t) { try { $s->awaitCompletion($t); } catch (Async\AwaitCancelledException) { echo "gave up "; } }); Async\suspend(); $s->spawn(function () { for ($i = 0; $i < 5; $i++) Async\suspend(); throw new Exception("X"); }); Async\delay(600000);',
    'handler throws another' => '$s = new Async\Scope; $s->setExceptionHandler(fn($e) => throw new Error("instead")); $s->spawn(fn() => throw new Exception("X")); Async\delay(600000);',
    'in the drain' => '$s = new Async\Scope; $s->spawn(function () { Async\delay(1); throw new Exception("X"); }); Async\spawn(fn() => $s->isClosed());',
    'in onFinally of the scope' => '$s = new Async\Scope; $s->onFinally(fn() => throw new Exception("X")); $s->cancel(); Async\delay(600000);',
    'in onFinally of a coroutine' => '$s = new Async\Scope; $s->spawn(fn() => 1)->onFinally(fn() => throw new Exception("X")); Async\delay(600000);',
    'in a destructor of a result' => '$s = new Async\Scope; $s->spawn(fn() => new class { function __destruct() { throw new Exception("X"); } }); Async\delay(600000);',
] as $name => $code) {
    [$output, $status] = run_php("set_error_handler(function () { return true; }, E_WARNING); \n" . $code);
    echo "$name: ", preg_match_all('/(Uncaught|Next) Exception: X /', $output), " time, status $status", preg_match('/Assertion|heap corrupt|memory leaks/i', $output) ? "\n$output" : '', "\n";
}
?>
--EXPECT--
handle dropped: 1 time, status 255
scope disposed safely: 1 time, status 255
while cancelled: 1 time, status 255
while disposed: 1 time, status 255
closed by bound: 1 time, status 255
awaiter cancelled before it saw it: 1 time, status 255
awaiter with a token that fires: 1 time, status 255
handler throws another: 1 time, status 255
in the drain: 1 time, status 255
in onFinally of the scope: 1 time, status 255
in onFinally of a coroutine: 1 time, status 255
in a destructor of a result: 1 time, status 255
