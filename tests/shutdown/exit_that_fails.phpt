--TEST--
exit() that fails, by what it was to print, is an exception: what follows is the same as after a throw (D15, GS-05)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$before = <<<'PHP'
use Async\{Scope, TaskGroup};
use function Async\{await, delay, spawn, suspend};

class NoText {}
class Throws { function __toString(): string { throw new Exception('no text'); } }
class Waits { function __toString(): string { suspend(); throw new Exception('no text, later'); } }
set_error_handler(fn($level, $message) => throw new Exception($message));

PHP;

/* Each is the operand of exit in one program, and that of echo in the reference: both fail for the same reason. */
$operands = [
    'an array' => '[]',
    'an array in a variable' => '$array',
    'an object without text' => 'new NoText',
    'an object that throws' => 'new Throws',
    'a variable with one' => '$object',
    'a reference to one' => '$reference',
    'an object that waits and throws' => 'new Waits',
    'an undefined variable' => '$undefined',
    'the result of a call' => 'identity(new Throws)',
    'an output callback that throws' => '"a text"',
];
$fails = <<<'PHP'
function identity($value) { return $value; }
function fails(): never
{
    $array = [];
    $object = new Throws;
    $value = new Throws;
    $reference = &$value;
    OPERATION;
    throw new Exception('not reached');
}
function fails_quietly(): void
{
    CALLBACK && ob_start(fn() => throw new Exception('no output'), 1);
    try {
        fails();
    } catch (Throwable $e) {
        CALLBACK && ob_end_clean();
        echo 'caught, ';
    }
}
PHP;
$programs = [
    'coroutines that are left run' => <<<'PHP'
        spawn(function () { try { delay(20); echo "ran, "; } finally { echo "finally\n"; } });
        fails_quietly();
        PHP,
    'in a coroutine' => <<<'PHP'
        $is_told = false;
        spawn(function () use (&$is_told) { try { while (!$is_told) suspend(); echo "ran, "; } finally { echo "finally\n"; } });
        await(spawn(fails_quietly(...)));
        echo "main goes on\n";
        $is_told = true;
        PHP,
    'in a coroutine, main is over' => <<<'PHP'
        spawn(function () { delay(1); fails_quietly(); });
        spawn(function () { try { delay(50); echo "ran, "; } finally { echo "finally\n"; } });
        PHP,
    'in a Fiber' => <<<'PHP'
        spawn(function () { try { delay(20); echo "ran, "; } finally { echo "finally\n"; } });
        $fiber = new Fiber(fails_quietly(...));
        $fiber->start();
        PHP,
    'before the first async call' => <<<'PHP'
        fails_quietly();
        spawn(function () { delay(1); echo "ran\n"; });
        PHP,
    'scopes are finished' => <<<'PHP'
        $scope = new Scope;
        $scope->finally(function () { echo "finally\n"; });
        $scope->spawn(fn() => 1);
        fails_quietly();
        PHP,
    'a scope that is dropped warns' => <<<'PHP'
        restore_error_handler();
        function drops() { $scope = new Scope; $scope->spawn(delay(...), 5); set_error_handler(fn($l, $m) => print("$m\n")); }
        (function () { set_error_handler(fn($level, $message) => throw new Exception($message)); fails_quietly(); })();
        drops();
        PHP,
    'a group that is dropped warns' => <<<'PHP'
        fails_quietly();
        set_error_handler(fn($level, $message) => print("$message\n"));
        (function () { $group = new TaskGroup; $group->spawn(delay(...), 5); suspend(); })();
        PHP,
    'a deadlock is reported' => <<<'PHP'
        fails_quietly();
        restore_error_handler();
        await(new Async\Future(new Async\FutureState));
        PHP,
    'a deadlock after main is reported' => <<<'PHP'
        spawn(fn() => await(new Async\Future(new Async\FutureState)));
        fails_quietly();
        restore_error_handler();
        PHP,
    'main fails later' => <<<'PHP'
        spawn(function () { try { delay(5); } finally { echo "finally\n"; } });
        suspend();
        fails_quietly();
        throw new Exception('later');
        PHP,
    'a real exit follows' => <<<'PHP'
        spawn(function () { try { delay(5); } finally { echo "finally\n"; } });
        suspend();
        fails_quietly();
        exit(3);
        PHP,
    'an exit with a text follows' => <<<'PHP'
        spawn(function () { try { delay(5); } finally { echo "finally\n"; } });
        suspend();
        fails_quietly();
        exit('the end');
        PHP,
    'it is not caught' => <<<'PHP'
        spawn(function () { try { delay(5); } finally { echo "finally\n"; } });
        suspend();
        set_exception_handler(function () { echo "handler\n"; });
        CALLBACK || fails();
        PHP,
];

/* Without file and line, which differ. */
function outcome(string $code): string
{
    [$text, $status] = run_php($code);
    $text = preg_replace('/ in [^ ]* on line \d+| in Standard input code:\d+|:\d+|#\d+ .*\n/', '', $text);
    return trim($text) . ", status $status";
}

$few = ['an array', 'an object that throws', 'an output callback that throws'];
foreach ($programs as $what => $program) {
    foreach ($what === 'in a coroutine' ? $operands : array_intersect_key($operands, array_flip($few)) as $name => $operand) {
        $callback = str_starts_with($name, 'an output') ? 'true' : 'false';
        $replace = fn($operation) => $before . strtr("$fails\n$program", ['OPERATION' => $operation, 'CALLBACK' => $callback]);
        // From PHP 8.4 on, exit() is a function that refuses an array.
        $refuses = PHP_VERSION_ID >= 80400 && str_starts_with($name, 'an array');
        $expected = outcome($replace($refuses ? "strlen($operand)" : "echo $operand"));
        $seen = outcome($replace("exit($operand)"));
        if ($seen !== $expected) {
            echo "$what, $name: $seen\n    instead of $expected\n";
        }
    }
    $plain = strtr("$fails\n$program", ['OPERATION' => 'throw new Exception', 'CALLBACK' => 'false']);
    echo "$what: ", outcome($before . $plain), "\n";
}
?>
--EXPECT--
coroutines that are left run: caught, ran, finally, status 0
in a coroutine: caught, main goes on
ran, finally, status 0
in a coroutine, main is over: caught, ran, finally, status 0
in a Fiber: caught, ran, finally, status 0
before the first async call: caught, ran, status 0
scopes are finished: caught, finally, status 0
a scope that is dropped warns: caught, Coroutine is zombie at Standard input code in Scope disposed at Standard input code, status 0
a group that is dropped warns: caught, TaskGroup created at Standard input code was dropped: 1 unfinished task is cancelled. Keep the group and await it, or call dispose(), status 0
a deadlock is reported: caught, 
Warning: Deadlock: the main script (#1), suspended at Standard input code, waits for Async\Future made at Standard input code in Standard input code on line 30

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it
Stack trace:
  thrown in Standard input code on line 30, status 255
a deadlock after main is reported: caught, 
Warning: Deadlock: coroutine 
Fatal error: Uncaught Async\DeadlockError: Deadlock detected: the only coroutine waits and nothing can wake it
Stack trace:
  thrown in Standard input code on line 28, status 255
main fails later: caught, 
Fatal error: Uncaught Exception: later
Stack trace:
  thrown in Standard input code on line 31
finally, status 255
a real exit follows: caught,, status 3
an exit with a text follows: caught, the end, status 0
it is not caught: handler
finally, status 0
